import type { ProviderMetadata } from '#models/gateway/model-call.js';
import type { TokenCounts } from '#models/gateway/usage.js';
import type { AnswerEnding, AnswerPiece, AnswerReader } from './answer-reader.js';
import { answerEnd } from './answer-reader.js';
import { CallsUnderWay } from './calls-under-way.js';
import {
  argumentsOf,
  countOf,
  fieldsOf,
  listOf,
  nameOf,
  textOf,
  textsIn,
} from './foreign-values.js';
import type { Fields } from './foreign-values.js';
import { laterUsage, providerCounts } from './provider-counts.js';

/** What has been read of an output item. */
interface Item {
  readonly key: string;
  readonly id: string | undefined;
  hasText: boolean;
  /** Indexes of summaries of reasoning. */
  readonly summaries: Set<number>;
}

/** Reads OpenAI's responses: events of a stream, or a whole answer. */
export class ResponsesReader implements AnswerReader {
  knowsShape = false;
  readonly vendor = undefined;
  private readonly calls = new CallsUnderWay();
  private readonly items = new Map<string, Item>();
  private usage: Fields = {};
  private reason: string | null = null;
  private hasEnded = false;
  private hasRefused = false;
  private hasCalled = false;
  /** Kinds of items read before the end. */
  private readonly told = new Set<string | undefined>();

  get ending(): AnswerEnding | null {
    if (!this.hasEnded) return null;
    if (this.reason !== null) {
      return { end: answerEnd(this.reason), raw: this.reason, explanation: null };
    }
    const spoken = this.hasRefused ? 'filtered' : 'stop';
    return { end: this.hasCalled ? 'tool_calls' : spoken, raw: null, explanation: null };
  }

  get counts(): TokenCounts {
    return providerCounts(this.usage, { cacheBeside: false, thoughtsInTotal: false });
  }

  take(json: unknown): readonly AnswerPiece[] {
    const event = fieldsOf(json);
    const type = textOf(event['type']) ?? '';
    this.knowsShape ||= type.startsWith('response.') || Array.isArray(event['output']);
    switch (type) {
      case 'response.output_item.added':
        return this.itemStarted(fieldsOf(event['item']), event);
      case 'response.output_item.done':
        return this.done(fieldsOf(event['item']), event);
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        return this.spoken(event, type === 'response.refusal.delta');
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return this.thought(event);
      case 'response.function_call_arguments.delta':
        this.calls.take({ index: indexIn(event), argumentsText: argumentsOf(event['delta']) });
        return [];
      case 'response.function_call_arguments.done':
        return this.called({ arguments: event['arguments'] }, event);
      case 'response.output_text.done':
      case 'response.refusal.done':
        return this.itemOf({}, event).hasText
          ? []
          : this.spoken(
              { ...event, delta: event['text'] ?? event['refusal'] },
              type.includes('refusal'),
            );
      case 'response.failed':
        this.usage = laterUsage(this.usage, fieldsOf(event['response'])['usage']);
        return [];
      case 'response.completed':
      case 'response.incomplete':
      case 'response.done':
        this.usage = laterUsage(this.usage, event['usage']);
        return this.ended(fieldsOf(event['response']));
      default:
        return Array.isArray(event['output']) ? this.ended(event) : [];
    }
  }

  private itemStarted(item: Fields, event: Fields): readonly AnswerPiece[] {
    if (item['type'] === 'function_call') return this.called(item, event);
    const known = this.itemOf(item, event);
    if (item['type'] === 'message') {
      return [{ type: 'text', block: known.key, text: '', ...dataOf(known, item) }];
    }
    if (item['type'] !== 'reasoning') return [];
    return [this.summary(known, 0, '', nameOf(item['encrypted_content']) ?? null)];
  }

  private called(item: Fields, event: Fields): readonly AnswerPiece[] {
    this.hasCalled = true;
    const id = nameOf(item['id']);
    const call = this.calls.take({
      index: indexIn(event),
      id: nameOf(item['call_id']) ?? id,
      name: nameOf(item['name']),
      argumentsText: argumentsOf(item['arguments']),
      isWhole: true,
      vendor: id === undefined ? undefined : { openai: { itemId: id } },
    });
    return call === null ? [] : [{ type: 'call', call }];
  }

  /** What the end of an item adds: everything for an item without pieces. */
  private done(item: Fields, event: Fields): readonly AnswerPiece[] {
    if (item['type'] === 'function_call') return this.called(item, event);
    const known = this.itemOf(item, event);
    if (item['type'] === 'reasoning') return this.sealed(known, item);
    if (known.hasText) return [];
    const parts = listOf(item['content']).map(fieldsOf);
    this.hasRefused ||= parts.some(({ type }) => type === 'refusal');
    const texts = textsIn(item['content']).map(({ text }) => text);
    known.hasText = texts.length > 0;
    if (known.hasText) this.told.add('message');
    return texts.map((text) => ({ type: 'text', block: known.key, text, ...dataOf(known, item) }));
  }

  private sealed(known: Item, item: Fields): readonly AnswerPiece[] {
    const content = nameOf(item['encrypted_content']) ?? null;
    this.told.add('reasoning');
    const told = listOf(item['summary']).flatMap((summary) => textsIn(summary));
    const whole = told.length > 0 ? told.map(({ text }) => text) : [''];
    if (!known.hasText) return whole.map((text, at) => this.summary(known, at, text, content));
    return [...known.summaries].map((at) => this.summary(known, at, '', content));
  }

  private spoken(event: Fields, isRefusal: boolean): readonly AnswerPiece[] {
    const text = textsIn(event['delta'])
      .map((told) => told.text)
      .join('');
    if (text === '') return [];
    const known = this.itemOf({}, event);
    known.hasText = true;
    this.told.add('message');
    this.hasRefused ||= isRefusal;
    return [{ type: 'text', block: known.key, text, ...dataOf(known, {}) }];
  }

  private thought(event: Fields): readonly AnswerPiece[] {
    const text = textOf(event['delta']);
    if (text === undefined) return [];
    const known = this.itemOf({}, event);
    known.hasText = true;
    this.told.add('reasoning');
    const at = countOf(event['summary_index']) ?? countOf(event['content_index']) ?? 0;
    return [this.summary(known, at, text)];
  }

  private summary(item: Item, at: number, text: string, content?: string | null): AnswerPiece {
    item.summaries.add(at);
    const itemId = item.id === undefined ? {} : { itemId: item.id };
    const vendor: ProviderMetadata = {
      openai: { ...itemId, ...(content !== undefined && { reasoningEncryptedContent: content }) },
    };
    return { type: 'reasoning', block: `${item.key}:${at}`, text, vendor };
  }

  /** The whole response: its end, and items not read before. */
  private ended(response: Fields): readonly AnswerPiece[] {
    this.hasEnded = true;
    this.usage = laterUsage(this.usage, response['usage']);
    const { reason } = fieldsOf(response['incomplete_details']);
    const isCut = response['status'] === 'incomplete';
    this.reason = nameOf(reason) ?? (isCut ? 'max_output_tokens' : null);
    const told = new Set(this.told);
    const output = listOf(response['output']).map(fieldsOf);
    const alone = { type: 'message', content: response['output_text'] };
    return (output.length === 0 ? [alone] : output).flatMap((item, index) =>
      told.has(textOf(item.type)) ? [] : this.done(item, { output_index: index }),
    );
  }

  /** Gateways change an item's ids between events, but not its index. */
  private itemOf(item: Fields, event: Fields): Item {
    const id = nameOf(item['id']) ?? nameOf(event['item_id']);
    const index = indexIn(event);
    const key = index === undefined ? (id ?? 'item') : `item ${index}`;
    const known = this.items.get(key) ?? { key, id, hasText: false, summaries: new Set<number>() };
    this.items.set(key, known);
    return known;
  }
}

function indexIn(event: Fields): number | undefined {
  return countOf(event['output_index']);
}

/** The data sent back with a text: its item, and the answer's phase. */
function dataOf({ id }: Item, { phase }: Fields): { readonly vendor?: ProviderMetadata } {
  if (id === undefined) return {};
  const told = textOf(phase);
  return { vendor: { openai: { itemId: id, ...(told !== undefined && { phase: told }) } } };
}
