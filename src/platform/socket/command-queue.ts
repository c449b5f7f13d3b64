import { WebSocket } from 'ws';

/** Unread bytes at which the client's commands start to wait. */
export const unreadBytes = 1024 * 1024;

/**
 * The commands of one socket in their turn: each waits while too many are in progress or too much is
 * unread. Reading pauses while many wait, so neither commands nor answers pile up in memory.
 */
export class CommandQueue {
  private inProgress = 0;
  /** Commands that were read but not started: at most the limit plus the rest of a chunk. */
  private readonly waiting: (() => Promise<void>)[] = [];

  constructor(
    private readonly socket: WebSocket,
    private readonly atOnce: number,
  ) {}

  /** True while as many are in progress as may be. */
  get isFull(): boolean {
    return this.inProgress >= this.atOnce;
  }

  /** @param command never rejects */
  add(command: () => Promise<void>): void {
    this.waiting.push(command);
    this.begin();
  }

  /** To be called when the client has read something. */
  goOn(): void {
    if (this.waiting.length > 0) this.begin();
  }

  private begin(): void {
    for (let next; this.mayBegin && (next = this.waiting.shift()) !== undefined;) {
      void this.carryOut(next);
    }
    if (this.isFull || this.waiting.length >= this.atOnce) this.socket.pause();
    else if (this.socket.isPaused) this.socket.resume();
  }

  private get mayBegin(): boolean {
    const { readyState, bufferedAmount } = this.socket;
    const isRead = readyState !== WebSocket.OPEN || bufferedAmount <= unreadBytes;
    return isRead && !this.isFull;
  }

  private async carryOut(command: () => Promise<void>): Promise<void> {
    this.inProgress += 1;
    await command();
    this.inProgress -= 1;
    this.begin();
  }
}
