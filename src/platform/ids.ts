import { randomFillSync } from 'node:crypto';

/** Fresh identifiers, as a port, so that a test can foresee them. */
export abstract class Ids {
  /** `<prefix>_` and twenty hexadecimal characters, such as `run_0a1b2c3d4e5f60718293`. */
  abstract next(prefix: string): string;
}

/** 80 bits: among a thousand million ids the chance of two alike is under one in a million. */
const idBytes = 10;

export class RandomIds extends Ids {
  /** Random bytes in stock: one draw of many costs as much as one of few. */
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
