import { z } from 'zod';
import type { AnswerPart, ToolRequest, VendorData } from '../../gateway/model-call.js';
import type { TokenCounts } from '../../gateway/usage.js';
import type { ProviderAnswer } from '../model-provider.js';
import { messageFields } from './message-fields.js';
import { readCounts, readFinishReason } from './read-counts.js';
import type { SdkAnswer, SdkStreamPart } from './sdk.js';
import type { Untagged } from './untagged.js';

/** A piece while it arrives. */
interface OpenPart {
  readonly type: 'text' | 'reasoning';
  text: string;
  vendor: VendorData | undefined;
}

/** How an answer ended, as its vendor said it. */
export interface AnswerEnding {
  readonly finishReason: SdkAnswer['finishReason'];
  /** Of a refusal. */
  readonly explanation: string | null;
}

type Part = OpenPart | Extract<AnswerPart, { type: 'tool-call' }>;

/** An answer while it arrives: what it amounts to at any moment, and what it cost. */
export class AnswerSoFar {
  private readonly parts: Part[] = [];
  /** Pieces under way, by the stream's own names for them. */
  private readonly open = new Map<string, OpenPart>();
  private readonly toolCalls: ToolRequest[] = [];
  /** Arguments under way, by call: paid for, though no use until they are complete. */
  private readonly unfinished = new Map<string, ToolRequest>();
  private vendor: VendorData | undefined;
  private counts: TokenCounts = {};
  private ending: AnswerEnding | null = null;
  /** The vendor said that it is complete, by other means than a finish reason. */
  isComplete = false;

  /** Null: nothing was said about it. */
  get end(): AnswerEnding | null {
    return this.ending;
  }

  get hasOutput(): boolean {
    return (
      this.textOf('text') !== '' ||
      this.textOf('reasoning') !== '' ||
      this.toolCalls.length > 0 ||
      this.unfinished.size > 0
    );
  }

  take(part: SdkStreamPart): void {
    switch (part.type) {
      case 'text-start':
      case 'text-delta':
      case 'text-end':
        this.continuePart('text', part);
        break;
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        this.continuePart('reasoning', part);
        break;
      case 'tool-input-start':
        this.unfinished.set(part.id, { id: part.id, name: part.toolName, argumentsJson: '' });
        break;
      case 'tool-input-delta':
        this.continueCall(part.id, part.delta);
        break;
      case 'tool-call':
        this.unfinished.delete(part.toolCallId);
        this.parts.push(callPart(this.toolCalls.length, part.providerMetadata));
        this.toolCalls.push(toolRequest(part));
        break;
      case 'finish':
        this.ending = {
          finishReason: part.finishReason,
          explanation: explanationIn(part.providerMetadata),
        };
        this.counts = readCounts(part.usage);
        this.vendor = sentBack(part.providerMetadata);
        break;
      default:
        break;
    }
  }

  /** The answer as it may be used: calls that are not complete are no calls. */
  whole(): ProviderAnswer {
    const reasoning = this.textOf('reasoning');
    return {
      text: this.textOf('text'),
      reasoning: reasoning === '' ? null : reasoning,
      toolCalls: this.toolCalls,
      counts: this.counts,
      finishReason: this.ending === null ? 'error' : readFinishReason(this.ending.finishReason),
      ...beyondText(this.parts.map(closed)),
      ...(this.vendor && { vendor: this.vendor }),
    };
  }

  /** Everything that has to be paid; null when nothing arrived and nothing was counted. */
  partial(): ProviderAnswer | null {
    if (!this.hasOutput && Object.keys(this.counts).length === 0) return null;
    return { ...this.whole(), toolCalls: [...this.toolCalls, ...this.unfinished.values()] };
  }

  private textOf(type: OpenPart['type']): string {
    return this.parts.map((part) => (part.type === type ? part.text : '')).join('');
  }

  private continuePart(
    type: OpenPart['type'],
    { id, ...piece }: { id: string; delta?: string; providerMetadata?: VendorData },
  ): void {
    const key = `${type} ${id}`;
    let part = this.open.get(key);
    if (part === undefined) {
      part = { type, text: '', vendor: undefined };
      this.open.set(key, part);
      this.parts.push(part);
    }
    part.text += piece.delta ?? '';
    part.vendor = merged(part.vendor, piece.providerMetadata);
  }

  private continueCall(id: string, piece: string): void {
    const call = this.unfinished.get(id);
    if (call === undefined) return;
    this.unfinished.set(id, { ...call, argumentsJson: call.argumentsJson + piece });
  }
}

/** An answer that came in one piece. */
export function wholeAnswer({ content, ...end }: SdkAnswer, untag: Untagged): AnswerSoFar {
  const answer = new AnswerSoFar();
  const take = (part: SdkStreamPart): void =>
    untag.split(part).forEach((each) => answer.take(each));
  for (const [index, part] of content.entries()) {
    if (part.type === 'text' || part.type === 'reasoning') {
      const { text: delta, providerMetadata } = part;
      const id = String(index);
      take({
        type: `${part.type}-delta`,
        id,
        delta,
        ...(providerMetadata && { providerMetadata }),
      });
    } else if (part.type === 'tool-call') take(part);
  }
  take({ type: 'finish', ...end });
  return answer;
}

const stopDetails = z.object({
  anthropic: z.object({ stopDetails: z.object({ explanation: z.string() }) }),
});

/** What Anthropic says of a refusal. */
function explanationIn(data: VendorData | undefined): string | null {
  const read = stopDetails.safeParse(data);
  return read.success ? read.data.anthropic.stopDetails.explanation : null;
}

/** The parts, where they tell more than text with calls behind it. */
function beyondText(parts: readonly AnswerPart[]): { readonly parts?: readonly AnswerPart[] } {
  const texts = parts.filter(({ type }) => type === 'text');
  const isPlain =
    texts.length <= 1 &&
    texts.every((text) => text === parts[0]) &&
    parts.every(({ type, vendor }) => type !== 'reasoning' && vendor === undefined);
  return isPlain ? {} : { parts };
}

function closed(part: Part): AnswerPart {
  if (part.type === 'tool-call') return part;
  const { type, text } = part;
  const vendor = nonEmpty(part.vendor);
  return { type, text, ...(vendor && { vendor }) };
}

function callPart(
  index: number,
  data: VendorData | undefined,
): Extract<AnswerPart, { type: 'tool-call' }> {
  const vendor = nonEmpty(data);
  return { type: 'tool-call', index, ...(vendor && { vendor }) };
}

/** Empty argument text stands for no arguments. */
function toolRequest(call: { toolCallId: string; toolName: string; input: string }): ToolRequest {
  const argumentsJson = call.input.trim() === '' ? '{}' : call.input;
  return { id: call.toolCallId, name: call.toolName, argumentsJson };
}

/** A piece's data may come with its beginning, its text and its end; what comes later counts. */
function merged(before: VendorData | undefined, data: VendorData | undefined) {
  if (data === undefined) return before;
  const names = Object.keys({ ...before, ...data });
  return Object.fromEntries(names.map((name) => [name, { ...before?.[name], ...data[name] }]));
}

/** What is known of an answer as a whole is mostly about its making; this goes back with it. */
function sentBack(data: VendorData | undefined): VendorData | undefined {
  const fields = data?.[messageFields];
  return fields && nonEmpty({ [messageFields]: fields });
}

function nonEmpty(data: VendorData | undefined): VendorData | undefined {
  const filled = Object.entries(data ?? {}).filter(([, values]) => Object.keys(values).length > 0);
  return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}
