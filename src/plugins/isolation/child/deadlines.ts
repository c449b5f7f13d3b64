/**
 * Owner of code that nobody waits for: a timer that outlived its call, or was started outside one.
 */
export const nobody = 0;

interface Open {
  readonly endsAt: number;
  readonly limitMs: number;
}

/**
 * Tracks for whom guest code runs and the remaining time. Timers and requests started by a call
 * belong to it and count against its time.
 */
export class Deadlines {
  private readonly waiting = new Map<number, Open>();
  private readonly requests = new Map<number, number>();
  private running = nobody;

  constructor(
    private readonly backgroundMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The call or event for which guest code runs. */
  get current(): number {
    return this.running;
  }

  open(owner: number, limitMs: number): void {
    this.waiting.set(owner, { endsAt: this.now() + limitMs, limitMs });
  }

  /** @returns true if somebody still waited. */
  close(owner: number): boolean {
    return this.waiting.delete(owner);
  }

  /** @returns the remaining time of the code, ms. */
  enter(owner: number): number {
    this.running = owner;
    const open = this.waiting.get(owner);
    return open === undefined ? this.backgroundMs : Math.max(open.endsAt - this.now(), 1);
  }

  leave(): void {
    this.running = nobody;
  }

  /** Assigns a request to the running code, so that its reply belongs to the same call. */
  remember(request: number): void {
    this.requests.set(request, this.running);
  }

  /** @returns the owner of the request; valid once. */
  ownerOf(request: number): number {
    const owner = this.requests.get(request) ?? nobody;
    this.requests.delete(request);
    return owner;
  }
}

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
