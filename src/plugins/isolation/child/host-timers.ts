const longestMs = 2 ** 31 - 1;

/** Timers of the guest. One fires for whoever was running when it was armed. */
export class HostTimers {
  private readonly armed = new Map<number, NodeJS.Timeout>();
  private lastId = 0;

  constructor(
    private readonly max: number,
    private readonly fire: (id: number, owner: number) => void,
  ) {}

  /** @returns the number of the timer, or 0 when there are as many as there may be. */
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
