import { EventEmitter, once } from 'node:events';
import { noUsage } from '#models/gateway/usage.js';
import { type ModelAnswer, type ModelCall, ModelCaller } from '#models/gateway/model-call.js';
import type { RouteDecision } from '#protocol/records/routes.js';

/** A call on its way, which the test ends as it likes. */
export interface PendingCall {
  readonly call: ModelCall;
  /** The text of the last message, by which the test tells calls apart. */
  readonly prompt: string;
  answer(fields?: Partial<ModelAnswer>): void;
  fail(thrown: unknown): void;
}

/** A model that answers when the test says so. A call whose signal is aborted fails by itself. */
export class ScriptedCaller extends ModelCaller {
  /** Every call that was made, in order. */
  readonly calls: PendingCall[] = [];
  private readonly making = new EventEmitter<{ made: [] }>();

  /** Resolves once so many calls have been made. */
  async made(count: number): Promise<void> {
    while (this.calls.length < count) await once(this.making, 'made');
  }

  override call(_: RouteDecision, call: ModelCall): Promise<ModelAnswer> {
    return new Promise((resolve, reject) => {
      this.calls.push({
        call,
        prompt: call.messages.at(-1)?.content ?? '',
        answer: (fields) => resolve(anAnswer(fields)),
        fail: reject,
      });
      this.making.emit('made');
      if (call.signal.aborted) reject(new Error('aborted'));
      call.signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  }

  /** The call with this prompt. */
  of(prompt: string): PendingCall {
    const made = this.calls.find((candidate) => candidate.prompt === prompt);
    if (made === undefined) throw new Error(`nobody was asked "${prompt}"`);
    return made;
  }

  get prompts(): readonly string[] {
    return this.calls.map(({ prompt }) => prompt);
  }
}

export function anAnswer(fields: Partial<ModelAnswer> = {}): ModelAnswer {
  return {
    text: 'done',
    reasoning: null,
    toolCalls: [],
    usage: noUsage,
    finishReason: 'stop',
    servedBy: { providerId: 'provider', modelId: 'one' },
    attemptedRoutes: [],
    ...fields,
  };
}
