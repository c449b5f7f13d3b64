/** A turn at work, as seen by the hand-over of its run to another process. */
export interface TurnWork {
  /**
   * Called when a turn has stored everything and is about to begin something new. Resolves at once;
   * during a hand-over it rejects as soon as the work is halted.
   */
  mayGoOn(): Promise<void>;
  /** Waits for a person. Whatever follows is new work. */
  whileAsking<T>(wait: () => Promise<T>): Promise<T>;
  /** The turn has ended or was given up. */
  end(): void;
}

/**
 * Brings the turns of a run to a point from which another process can continue without loss: each
 * finishes its current model or tool call and stores the result. Also knows whether a run only
 * waits for people.
 */
export class Handover {
  private readonly working = new Set<object>();
  private asking = 0;
  private isRequested = false;
  private changed: () => void = () => undefined;

  /**
   * @param halt ends this process's work on the run
   * @param untilHalted rejects when that has happened
   */
  constructor(
    private readonly halt: () => void,
    private readonly untilHalted: () => Promise<never>,
  ) {}

  /** Called when the run may have started or stopped resting. */
  onChange(changed: () => void): void {
    this.changed = changed;
  }

  /** True if the run only waits for people. */
  get rests(): boolean {
    return this.asking > 0 && this.working.size === 0;
  }

  /** From now on nothing new begins; the work is halted as soon as nothing is in progress. */
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

  /** Like `whileAsking` of a turn, for a question that the run asks between turns. */
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
