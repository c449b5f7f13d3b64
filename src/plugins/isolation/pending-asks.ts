import type { Answer, ToolOutcome } from './messages.js';

/** Called while the answer is read, before later messages of the plugin. */
export type OnAnswered = () => void;

interface Pending {
  readonly onAnswered: OnAnswered | undefined;
  readonly resolve: (outcome: ToolOutcome | undefined) => void;
  readonly reject: (reason: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** Unanswered requests to a plugin's process. */
export class PendingAsks {
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;

  get size(): number {
    return this.pending.size;
  }

  /**
   * Waits for the answer under a new number.
   * @param onOverrun called each time the limit passes without an answer; the wait continues.
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

  /** An answer without a request is ignored. */
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

/** The plugin's code threw; the message is its own. */
export class PluginThrewError extends Error {}

/** The plugin's code exceeded its time and was interrupted; the plugin continues. */
export class PluginInterruptedError extends Error {}
