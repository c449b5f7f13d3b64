import { Injectable } from '@nestjs/common';

/** How many sockets are connected, for whoever would work for nobody. */
@Injectable()
export class Audience {
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
