import { randomFillSync } from 'node:crypto';

/** New identifiers, as a port; tests can predict them. */
export abstract class Ids {
  /** `<prefix>_` and twenty hexadecimal characters, such as `run_0a1b2c3d4e5f60718293`. */
  abstract next(prefix: string): string;
}

/** 80 bits: among 10^9 ids the chance of a collision is under one in a million. */
const idBytes = 10;

export class RandomIds extends Ids {
  /** Random bytes in reserve: drawing many costs as much as drawing few. */
  private readonly stock = Buffer.alloc(idBytes * 256);
  private used = this.stock.length;

  override next(prefix: string): string {
    if (this.used === this.stock.length) this.refill();
    const id = this.stock.toString('hex', this.used, this.used + idBytes);
    this.used += idBytes;
    return `${prefix}_${id}`;
  }

  private refill(): void {
    randomFillSync(this.stock);
    this.used = 0;
  }
}
