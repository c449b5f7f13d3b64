/**
 * A job that can be requested at any rate: it runs at once, never twice at a time, and its runs
 * begin at least `paceMs` apart. However often it was asked for meanwhile, one more run follows.
 * Not `p-queue`, which would hold a run for each time it was asked.
 */
export class PacedJob {
  private wanted = false;
  private busy = false;
  private stopped = false;
  private timer: NodeJS.Timeout | undefined;

  /** @param job never rejects */
  constructor(
    private readonly job: () => Promise<void>,
    private readonly paceMs: number,
  ) {}

  ask(): void {
    this.wanted = true;
    if (!this.busy && !this.stopped) void this.run();
  }

  /** No further run begins. */
  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async run(): Promise<void> {
    this.busy = true;
    this.wanted = false;
    const rest = new Promise<void>((resolve) => {
      this.timer = setTimeout(resolve, this.paceMs);
      this.timer.unref();
    });
    await Promise.all([this.job(), rest]);
    this.busy = false;
    if (this.wanted) this.ask();
  }
}
