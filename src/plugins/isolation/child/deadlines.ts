/** Nobody waits for the code: a timer that outlived its call, or was armed while none ran. */
export const nobody = 0;

interface Open {
  readonly endsAt: number;
  readonly limitMs: number;
}

/**
 * For whom guest code is running, and how much of the time is left. What a call starts, timers and
 * requests, belongs to that call and counts against its time.
 */
export class Deadlines {
  private readonly waiting = new Map<number, Open>();
  private readonly requests = new Map<number, number>();
  private running = nobody;

  constructor(
    private readonly backgroundMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The call or event that guest code runs for. */
  get current(): number {
    return this.running;
  }

  open(owner: number, limitMs: number): void {
    this.waiting.set(owner, { endsAt: this.now() + limitMs, limitMs });
  }

  /** @returns whether somebody still waited. */
  close(owner: number): boolean {
    return this.waiting.delete(owner);
  }

  /** @returns how long the code may run, in ms. */
  enter(owner: number): number {
    this.running = owner;
    const open = this.waiting.get(owner);
    return open === undefined ? this.backgroundMs : Math.max(open.endsAt - this.now(), 1);
  }

  leave(): void {
    this.running = nobody;
  }

  /** A request of the running code: its reply is part of the same call. */
  remember(request: number): void {
    this.requests.set(request, this.running);
  }

  /** @returns whose request it was; asked once. */
  ownerOf(request: number): number {
    const owner = this.requests.get(request) ?? nobody;
    this.requests.delete(request);
    return owner;
  }
}
