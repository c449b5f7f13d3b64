import { Injectable } from '@nestjs/common';

export interface SocketFigures {
  readonly connected: number;
  readonly dropped: number;
  readonly closedSlow: number;
}

/** How many sockets are connected: without any, no frame needs to be assembled. */
@Injectable()
export class ConnectedClients {
  private count = 0;
  private dropped = 0;
  private closedSlow = 0;

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

  /** A frame was not sent to a socket that had fallen behind, or the socket was closed for it (B6). */
  fellBehind(loss: 'drop' | 'close'): void {
    if (loss === 'drop') this.dropped += 1;
    else this.closedSlow += 1;
  }
}
