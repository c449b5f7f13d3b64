import { randomBytes } from 'node:crypto';

/** Fresh identifiers, as a port, so that a test can foresee them. */
export abstract class Ids {
  /** `<prefix>_` and ten hexadecimal characters, such as `run_0a1b2c3d4e`. */
  abstract next(prefix: string): string;
}

export class RandomIds extends Ids {
  override next(prefix: string): string {
    return `${prefix}_${randomBytes(5).toString('hex')}`;
  }
}
