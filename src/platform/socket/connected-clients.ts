import { Injectable } from '@nestjs/common';

export interface SocketFigures {
  readonly connected: number;
  readonly dropped: number;
  readonly closedSlow: number;
}

/**
 * How many sockets are connected: without any, no frame needs to be assembled. And whether frames
 * for all of them wait, since another whole state is of no use until those were written.
 */
@Injectable()
export class ConnectedClients {
  private count = 0;
  private dropped = 0;
  private closedSlow = 0;
  /** What is to follow the frames that wait; null: none wait. */
  private afterwards: (() => void)[] | null = null;

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** Sockets now; frames that slow ones lost and slow ones that were closed, since the start. */
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

  /** Frames for all of them wait to be delivered. */
  waiting(): void {
    this.afterwards ??= [];
  }

  /** All frames that waited were handed to the sockets. */
  delivered(): void {
    const afterwards = this.afterwards ?? [];
    this.afterwards = null;
    for (const run of afterwards) run();
  }

  /** At once, where no frames wait. */
  afterDelivery(run: () => void): void {
    if (this.afterwards === null) run();
    else this.afterwards.push(run);
  }

  /** A frame was not sent to a socket that had fallen behind, or the socket was closed for it. */
  fellBehind(loss: 'drop' | 'close'): void {
    if (loss === 'drop') this.dropped += 1;
    else this.closedSlow += 1;
  }
}
