import { createHash } from 'node:crypto';
import type { ModelMessage } from '../../gateway/model-call.js';

const idLength = 9;

/**
 * Chooses the tool call ids shown to a provider. Its own ids are kept. Others are replaced by nine
 * letters and digits, the narrowest format of all providers (Mistral), unique in a conversation
 * even if providers repeat theirs. The result is deterministic, so that prompt caches work.
 */
export class CallIds {
  private readonly taken = new Set<string>();
  /** Unanswered calls of the latest assistant message: id as given, and as shown to the provider. */
  private present: { readonly given: string; readonly shown: string }[] = [];

  /** @param unique the provider refuses repeated ids, even its own */
  constructor(
    private readonly providerId: string,
    private readonly unique: boolean,
  ) {}

  /** The ids of an answer's calls, in order. */
  ofAnswer({ toolCalls = [], origin }: ModelMessage): readonly string[] {
    const own = origin === undefined || origin.servedBy.providerId === this.providerId;
    this.present = toolCalls.map(({ id }, index) => {
      const stays = own && !(this.unique && this.taken.has(id));
      if (stays) this.taken.add(id);
      return { given: id, shown: stays ? id : this.replacement(id, index) };
    });
    return this.present.map(({ shown }) => shown);
  }

  /** The id of the call that a result answers: the first with this id and no result yet. */
  ofResult({ toolCallId = '' }: ModelMessage): string {
    const index = this.present.findIndex(({ given }) => given === toolCallId);
    if (index < 0) return toolCallId;
    const [call] = this.present.splice(index, 1);
    return call?.shown ?? toolCallId;
  }

  private replacement(id: string, index: number): string {
    for (let turn = 0; ; turn++) {
      const candidate = idFrom(`${id} ${index} ${turn}`);
      if (this.taken.has(candidate)) continue;
      this.taken.add(candidate);
      return candidate;
    }
  }
}

function idFrom(seed: string): string {
  const digest = createHash('sha256').update(seed).digest('base64');
  return digest.replaceAll(/[^0-9A-Za-z]/g, '').slice(0, idLength);
}
