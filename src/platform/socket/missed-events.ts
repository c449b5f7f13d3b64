import { Injectable } from '@nestjs/common';
import { EventReplay } from './event-replay.js';
import { ReplayLine } from './replay-line.js';
import type { SocketPeer } from './socket-peer.js';

/** Beyond this the whole state is cheaper for the client than a replay. */
const mostMissed = { events: 200_000, bytes: 64 * 1024 * 1024 } as const;

/** Replays missed events to a socket, unless they are pruned or too many. */
@Injectable()
export class MissedEvents {
  constructor(
    private readonly log: EventReplay,
    readonly line: ReplayLine,
  ) {}

  /** Resolves when the socket has everything, gets nothing, or is gone. */
  async send(peer: SocketPeer, since: number): Promise<void> {
    if (!(await this.canReplay(peer, since))) return;
    peer.hasSeen(since);
    await this.sendAfter(peer, since);
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
