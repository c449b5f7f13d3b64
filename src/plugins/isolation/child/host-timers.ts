const longestMs = 2 ** 31 - 1;

/** Timers of the guest. Each fires for the owner that started it. */
export class HostTimers {
  private readonly armed = new Map<number, NodeJS.Timeout>();
  private lastId = 0;

  constructor(
    private readonly max: number,
    private readonly fire: (id: number, owner: number) => void,
  ) {}

  /** @returns the timer's number, or 0 at the limit. */
  start(ms: number, repeats: boolean, owner: number): number {
    if (this.armed.size >= this.max) return 0;
    this.lastId += 1;
    const id = this.lastId;
    const delay = Number.isFinite(ms) ? Math.min(Math.max(ms, 1), longestMs) : 1;
    const due = (): void => {
      if (!repeats) this.armed.delete(id);
      this.fire(id, owner);
    };
    const timer = repeats ? setInterval(due, delay) : setTimeout(due, delay);
    this.armed.set(id, timer);
    return id;
  }

  stop(id: number): void {
    clearTimeout(this.armed.get(id));
    this.armed.delete(id);
  }
}
