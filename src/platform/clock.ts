/** The time, as a port, so that a test can hold it still. */
export abstract class Clock {
  /** Milliseconds since the Unix epoch. */
  abstract now(): number;
}

export class SystemClock extends Clock {
  override now(): number {
    return Date.now();
  }
}
