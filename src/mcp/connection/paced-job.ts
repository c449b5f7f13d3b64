/**
 * A job that runs on request: immediately, never twice at a time, with starts at least `paceMs`
 * apart. Requests during a run cause exactly one more run. Not `p-queue`, which would queue a run
 * per request.
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

  /** No further run starts. */
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
