import type { Answer, ToolOutcome } from './messages.js';

/** Called while the answer is read: before whatever the plugin said after it. */
export type OnAnswered = () => void;

interface Pending {
  readonly onAnswered: OnAnswered | undefined;
  readonly resolve: (outcome: ToolOutcome | undefined) => void;
  readonly reject: (reason: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** What a plugin's process was asked and has not answered. */
export class PendingAsks {
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;

  get size(): number {
    return this.pending.size;
  }

  /**
   * Waits for the answer under a fresh number.
   * @param onOverrun called each time the limit passes without an answer; the wait goes on.
   * @param onAnswered called unless the answer is an error.
   */
  add(
    limitMs: number,
    onOverrun: () => void,
    onAnswered?: OnAnswered,
  ): { id: number; answer: Promise<ToolOutcome | undefined> } {
    this.lastId += 1;
    const id = this.lastId;
    const answer = new Promise<ToolOutcome | undefined>((resolve, reject) => {
      const timer = setInterval(onOverrun, limitMs);
      timer.unref();
      this.pending.set(id, { resolve, reject, timer, onAnswered });
    });
    return { id, answer };
  }

  /** An answer to nothing that was asked changes nothing. */
  settle(answer: Answer): void {
    const waiting = this.take(answer.answer);
    if ('error' in answer) return waiting?.reject(new PluginThrewError(answer.error));
    if ('interrupted' in answer) return waiting?.reject(new PluginInterruptedError());
    waiting?.onAnswered?.();
    waiting?.resolve(answer.outcome);
  }

  rejectAll(reason: Error): void {
    for (const id of [...this.pending.keys()]) this.take(id)?.reject(reason);
  }

  private take(id: number): Pending | undefined {
    const waiting = this.pending.get(id);
    this.pending.delete(id);
    clearInterval(waiting?.timer);
    return waiting;
  }
}

/** The process of a plugin has ended, or was never there; the message says why. */
export class PluginEndedError extends Error {}

/** The plugin's own code threw; the message is what it said. */
export class PluginThrewError extends Error {}

/** The plugin's code took longer than its limit and was broken off; the plugin goes on. */
export class PluginInterruptedError extends Error {}
