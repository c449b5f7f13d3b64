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
