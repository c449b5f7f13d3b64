import type { FinishReason, ToolRequest } from '../../gateway/model-call.js';
import type { TokenCounts } from '../../gateway/usage.js';
import type { ProviderAnswer } from '../model-provider.js';
import { readCounts, readFinishReason } from './read-counts.js';
import type { SdkAnswer, SdkStreamPart } from './sdk.js';

/** An answer while it arrives: what it amounts to at any moment, and what it cost. */
export class AnswerSoFar {
  private text = '';
  private reasoning = '';
  private readonly toolCalls: ToolRequest[] = [];
  /** Arguments under way, by call: paid for, though no use until they are complete. */
  private readonly unfinished = new Map<string, ToolRequest>();
  private counts: TokenCounts = {};
  private finishReason: FinishReason = 'error';
  private finished = false;

  /** True once the vendor sent a finish reason. */
  get isFinished(): boolean {
    return this.finished;
  }

  get hasOutput(): boolean {
    return (
      this.text !== '' ||
      this.reasoning !== '' ||
      this.toolCalls.length > 0 ||
      this.unfinished.size > 0
    );
  }

  take(part: SdkStreamPart): void {
    switch (part.type) {
      case 'text-delta':
        this.text += part.delta;
        break;
      case 'reasoning-delta':
        this.reasoning += part.delta;
        break;
      case 'tool-input-start':
        this.unfinished.set(part.id, { id: part.id, name: part.toolName, argumentsJson: '' });
        break;
      case 'tool-input-delta':
        this.continueCall(part.id, part.delta);
        break;
      case 'tool-call':
        this.unfinished.delete(part.toolCallId);
        this.toolCalls.push(toolRequest(part));
        break;
      case 'finish':
        // The SDK ends every stream this way; the reason is there only when the vendor gave one.
        this.finished = part.finishReason.raw !== undefined;
        this.counts = readCounts(part.usage);
        this.finishReason = readFinishReason(part.finishReason);
        break;
      default:
        break;
    }
  }

  /** The answer as it may be used: calls that are not complete are no calls. */
  whole(): ProviderAnswer {
    return {
      text: this.text,
      reasoning: this.reasoning === '' ? null : this.reasoning,
      toolCalls: this.toolCalls,
      counts: this.counts,
      finishReason: this.finishReason,
    };
  }

  /** Everything that arrived, for the bill; null when nothing did. */
  partial(): ProviderAnswer | null {
    if (!this.hasOutput) return null;
    return { ...this.whole(), toolCalls: [...this.toolCalls, ...this.unfinished.values()] };
  }

  private continueCall(id: string, piece: string): void {
    const call = this.unfinished.get(id);
    if (call === undefined) return;
    this.unfinished.set(id, { ...call, argumentsJson: call.argumentsJson + piece });
  }
}

/** An answer that came in one piece. */
export function wholeAnswer(answer: SdkAnswer): ProviderAnswer {
  const textOf = (type: 'text' | 'reasoning'): string =>
    answer.content.map((part) => (part.type === type ? part.text : '')).join('');
  const reasoning = textOf('reasoning');
  return {
    text: textOf('text'),
    reasoning: reasoning === '' ? null : reasoning,
    toolCalls: answer.content.flatMap((part) =>
      part.type === 'tool-call' ? [toolRequest(part)] : [],
    ),
    counts: readCounts(answer.usage),
    finishReason: readFinishReason(answer.finishReason),
  };
}

/** Empty argument text stands for no arguments. */
function toolRequest(call: { toolCallId: string; toolName: string; input: string }): ToolRequest {
  const argumentsJson = call.input.trim() === '' ? '{}' : call.input;
  return { id: call.toolCallId, name: call.toolName, argumentsJson };
}
