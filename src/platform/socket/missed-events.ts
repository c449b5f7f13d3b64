import { Injectable } from '@nestjs/common';
import { ReplayLine } from './replay-line.js';
import type { NumberedFrame, SocketPeer } from './socket-peer.js';

/** Where missed events come from: a port that the event log fills. */
export abstract class EventReplay {
  /** The last number given out. */
  abstract lastSeq(): Promise<number>;

  /** Whether a replay after this number would be complete. */
  abstract reaches(seq: number): Promise<boolean>;

  /** How many bytes follow the number: the sum so far, after each portion that was looked at. */
  abstract bytesAfter(seq: number): AsyncIterable<number>;

  /** Events after the number, oldest first, in pages. Throws when some of them were deleted meanwhile. */
  abstract after(seq: number): AsyncIterable<readonly NumberedFrame[]>;
}

/**
 * The number in `/ws?since=`; null when it is absent or no event number, or belongs to another history
 * than this one.
 */
export function readSince(query: URLSearchParams, historyId: string): number | null {
  if ((query.get('history') ?? historyId) !== historyId) return null;
  const since = query.get('since') ?? '';
  return /^\d{1,15}$/.test(since) ? Number(since) : null;
}

/** More than this is not replayed: the whole state alone costs a client less. */
const mostMissed = { events: 200_000, bytes: 64 * 1024 * 1024 } as const;

/** Sends a socket what it missed, unless that is not kept any more or is too much. */
@Injectable()
export class MissedEvents {
  constructor(
    private readonly log: EventReplay,
    readonly line: ReplayLine,
  ) {}

  /** Resolves when the socket has everything, or nothing is to be sent to it, or it is gone. */
  async send(peer: SocketPeer, since: number): Promise<void> {
    if (!(await this.canReplay(peer, since))) return;
    peer.hasSeen(since);
    await this.sendAfter(peer, since);
  }

  /** What happened meanwhile and was left to the log is read from it as well. */
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
