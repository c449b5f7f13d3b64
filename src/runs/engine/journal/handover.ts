/** A turn at work, as far as its run's hand-over to another process goes. */
export interface TurnWork {
  /**
   * To be awaited where a turn has stored everything and is about to begin something new. It resolves
   * at once, unless the run is being handed over: then it rejects as soon as the work was halted.
   */
  mayGoOn(): Promise<void>;
  /** Waits for a person. What follows is something new. */
  whileAsking<T>(wait: () => Promise<T>): Promise<T>;
  /** The turn has ended, or was given up. */
  end(): void;
}

/**
 * Brings the turns of a run to a point where another process can go on with it and nothing that was
 * begun is lost: each finishes the model call or tool call at hand and stores its result. It also
 * knows when a run does nothing but wait for people.
 */
export class Handover {
  private readonly working = new Set<object>();
  private asking = 0;
  private isRequested = false;
  private changed: () => void = () => undefined;

  /**
   * @param halt ends the work on the run in this process
   * @param untilHalted rejects when that has happened
   */
  constructor(
    private readonly halt: () => void,
    private readonly untilHalted: () => Promise<never>,
  ) {}

  /** Called when the run may have begun or ceased to rest. */
  onChange(changed: () => void): void {
    this.changed = changed;
  }

  /** Whether the run only waits for people. */
  get rests(): boolean {
    return this.asking > 0 && this.working.size === 0;
  }

  /** Nothing new is begun; the work is halted as soon as nothing is at hand any more. */
  request(): void {
    this.isRequested = true;
    this.haltWhenIdle();
  }

  begin(): TurnWork {
    const turn = {};
    this.working.add(turn);
    return {
      mayGoOn: () => this.pass(turn),
      whileAsking: async (wait) => {
        this.leave(turn);
        const answer = await this.whileAsking(wait).finally(() => this.working.add(turn));
        await this.pass(turn);
        return answer;
      },
      end: () => this.leave(turn),
    };
  }

  /** The same for a question that the run asks between its turns. */
  async whileAsking<T>(wait: () => Promise<T>): Promise<T> {
    this.asking += 1;
    this.changed();
    try {
      return await wait();
    } finally {
      this.asking -= 1;
      this.changed();
    }
  }

  private async pass(turn: object): Promise<void> {
    if (!this.isRequested) return;
    this.leave(turn);
    await this.untilHalted();
  }

  private leave(turn: object): void {
    this.working.delete(turn);
    this.changed();
    this.haltWhenIdle();
  }

  private haltWhenIdle(): void {
    if (this.isRequested && this.working.size === 0) this.halt();
  }
}
