import { Injectable } from '@nestjs/common';

/** How many sockets are connected: without any, no frame needs to be assembled. */
@Injectable()
export class ConnectedClients {
  private count = 0;

  get isEmpty(): boolean {
    return this.count === 0;
  }

  joined(): void {
    this.count += 1;
  }

  left(): void {
    this.count -= 1;
  }
}
