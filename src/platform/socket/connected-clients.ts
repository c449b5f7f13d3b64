import { Injectable } from '@nestjs/common';

export interface SocketFigures {
  readonly connected: number;
  readonly dropped: number;
  readonly closedSlow: number;
}

/**
 * Counts connected sockets, because without any no frame needs to be built; and knows whether
 * frames for all wait, because a further whole state is useless until those are written.
 */
@Injectable()
export class ConnectedClients {
  private count = 0;
  private dropped = 0;
  private closedSlow = 0;
  /** Callbacks after the waiting frames; null: no frames wait. */
  private afterwards: (() => void)[] | null = null;

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** Sockets now; frames dropped and sockets closed for slowness since the start. */
  get figures(): SocketFigures {
    const { count, dropped, closedSlow } = this;
    return { connected: count, dropped, closedSlow };
  }

  joined(): void {
    this.count += 1;
  }

  left(): void {
    this.count -= 1;
  }

  /** To be called when frames for all sockets wait. */
  waiting(): void {
    this.afterwards ??= [];
  }

  /** To be called when all waiting frames were passed to the sockets. */
  delivered(): void {
    const afterwards = this.afterwards ?? [];
    this.afterwards = null;
    for (const run of afterwards) run();
  }

  /** Runs the callback after the waiting frames; at once if none wait. */
  afterDelivery(run: () => void): void {
    if (this.afterwards === null) run();
    else this.afterwards.push(run);
  }

  /** A frame was dropped for a slow socket, or the socket was closed. */
  fellBehind(loss: 'drop' | 'close'): void {
    if (loss === 'drop') this.dropped += 1;
    else this.closedSlow += 1;
  }
}
