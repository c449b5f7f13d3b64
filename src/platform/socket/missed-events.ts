import { Injectable } from '@nestjs/common';
import { StoreRetry } from '../database/store-retry.js';
import { ReplayLine } from './replay-line.js';
import type { NumberedFrame } from './socket-command.js';
import type { SocketPeer } from './socket-peer.js';

/** Source of missed events: a port that the event log implements. */
export abstract class EventReplay {
  /** The last number given out. */
  abstract lastSeq(): Promise<number>;

  /** True if a replay after this number would be complete. */
  abstract reaches(seq: number): Promise<boolean>;

  /** Bytes after the number, as running totals, one per portion read. */
  abstract bytesAfter(seq: number): AsyncIterable<number>;

  /** Events after the number, oldest first, in pages. Throws if some were deleted meanwhile. */
  abstract after(seq: number): AsyncIterable<readonly NumberedFrame[]>;
}

/** Beyond this the whole state is cheaper for the client than a replay. */
const mostMissed = { events: 200_000, bytes: 64 * 1024 * 1024 } as const;

/**
 * Replays missed events to a socket, unless they are pruned or too many. While the store is
 * unreachable the socket waits, because live events would follow a hole.
 */
@Injectable()
export class MissedEvents {
  constructor(
    private readonly log: EventReplay,
    private readonly retry: StoreRetry,
    readonly line: ReplayLine,
  ) {}

  /** Resolves when the socket has everything, gets nothing, or is gone. */
  async send(peer: SocketPeer, since: number): Promise<void> {
    if (!(await this.whileOpen(peer, () => this.canReplay(peer, since)))) return;
    peer.hasSeen(since);
    await this.whileOpen(peer, async () => {
      await this.sendAfter(peer, peer.lastReplayed);
      return true;
    });
  }

  /** Works again after a failure of the store, until the socket is gone; false then. */
  private whileOpen(peer: SocketPeer, work: () => Promise<boolean>): Promise<boolean> {
    const attempt = async (): Promise<boolean> => peer.isOpen && (await work());
    return this.retry.persist(attempt, new AbortController().signal);
  }

  /** Also reads from the log what was dropped meanwhile. */
  private async sendAfter(peer: SocketPeer, since: number): Promise<void> {
    const pages = this.log.after(since);
    if (!(await this.line.send(peer, pages, (page) => peer.writeMissed(page)))) return;
    const { lastReplayed, lastLeftToLog } = peer;
    if (lastLeftToLog <= lastReplayed) return;
    if (lastReplayed === since) throw new Error(`the log has no event ${lastLeftToLog}`);
    peer.startReplay();
    await this.sendAfter(peer, lastReplayed);
  }

  private async canReplay(peer: SocketPeer, since: number): Promise<boolean> {
    const isKept = await this.line.read(peer, () => this.isKept(since));
    return isKept && this.isShort(peer, since);
  }

  private async isKept(since: number): Promise<boolean> {
    const last = await this.log.lastSeq();
    return last - since <= mostMissed.events && this.log.reaches(since);
  }

  private async isShort(peer: SocketPeer, since: number): Promise<boolean> {
    const sums = this.log.bytesAfter(since)[Symbol.asyncIterator]();
    for (;;) {
      const sum = await this.line.read(peer, () => sums.next());
      if (sum.done === true) return true;
      if (sum.value > mostMissed.bytes || !peer.isOpen) return false;
    }
  }
}
