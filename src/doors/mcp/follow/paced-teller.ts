/** Least time between two messages, ms. */
const paceMs = 250;

/** Time of silence after which the last message is repeated, so that clients keep waiting, ms. */
const silenceMs = 10_000;

/** Sends messages at a limited rate: of those that come faster only the last one. */
export class PacedTeller {
  private last: string;
  private isNew = false;
  private toldAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly send: (message: string) => void,
    first: string,
  ) {
    this.last = first;
    this.wait(silenceMs);
  }

  tell(message: string): void {
    this.last = message;
    this.isNew = true;
    this.wait(Math.max(0, this.toldAt + paceMs - performance.now()));
  }

  /** Sends the last message if it is still waiting. */
  [Symbol.dispose](): void {
    clearTimeout(this.timer);
    if (this.isNew) this.sendNow();
  }

  private wait(ms: number): void {
    clearTimeout(this.timer);
    if (ms === 0) return this.sendAndWait();
    this.timer = setTimeout(() => this.sendAndWait(), ms);
  }

  private sendAndWait(): void {
    this.sendNow();
    this.wait(silenceMs);
  }

  private sendNow(): void {
    this.isNew = false;
    this.toldAt = performance.now();
    this.send(this.last);
  }
}
