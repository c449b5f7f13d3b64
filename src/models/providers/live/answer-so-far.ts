import type { AnswerPart, FinishReason, ProviderMetadata } from '../../gateway/model-call.js';
import type { ProviderAnswer } from '../model-provider.js';
import type { AnswerPiece, AnswerReader } from './answers/answer-reader.js';
import { type CallUnderWay, distinctCalls } from './answers/calls-under-way.js';

/** A piece that is still arriving. */
interface OpenPart {
  readonly type: 'text' | 'reasoning';
  text: string;
  vendor: ProviderMetadata | undefined;
}

type Part = OpenPart | { readonly type: 'call'; readonly call: CallUnderWay };

/** An answer in progress: its content and cost at any moment. */
export class AnswerSoFar {
  private readonly parts: Part[] = [];
  /** Open blocks by name. */
  private readonly open = new Map<string, OpenPart>();
  private readonly calls: CallUnderWay[] = [];
  /** True once something of an answer arrived, even if empty. */
  hasBegun = false;

  constructor(private readonly reader: AnswerReader) {}

  get hasOutput(): boolean {
    return this.calls.length > 0 || this.textOf('text') !== '' || this.textOf('reasoning') !== '';
  }

  take(piece: AnswerPiece): void {
    if (piece.type === 'call') {
      this.calls.push(piece.call);
      this.parts.push(piece);
      return;
    }
    const { type, block, text, vendor } = piece;
    const key = `${type} ${block}`;
    let part = this.open.get(key);
    if (part === undefined) {
      part = { type, text: '', vendor: undefined };
      this.open.set(key, part);
      this.parts.push(part);
    }
    part.text += text;
    part.vendor = merged(part.vendor, vendor);
  }

  /** The usable answer. */
  whole(): ProviderAnswer {
    const reasoning = this.textOf('reasoning');
    const calls = distinctCalls(this.calls);
    const places = new Map(calls.map(({ call }, index) => [call, index]));
    const { counts, vendor } = this.reader;
    return {
      text: this.textOf('text'),
      reasoning: reasoning === '' ? null : reasoning,
      toolCalls: calls.map(({ request }) => request),
      counts,
      finishReason: this.finishReason,
      ...beyondText(this.parts.flatMap((part) => closed(part, places))),
      ...(vendor && { vendor }),
    };
  }

  /** Everything that must be paid; null if nothing arrived or was counted. */
  partial(): ProviderAnswer | null {
    const hasCounts = Object.keys(this.reader.counts).length > 0;
    return this.hasBegun || this.hasOutput || hasCounts ? this.whole() : null;
  }

  private get finishReason(): FinishReason {
    const { ending } = this.reader;
    if (ending === null || ending.end === 'filtered') return 'error';
    if (ending.end === 'other') return this.calls.length > 0 ? 'tool_calls' : 'stop';
    return ending.end;
  }

  private textOf(type: OpenPart['type']): string {
    return this.parts.map((part) => (part.type === type ? part.text : '')).join('');
  }
}

/** The parts, if they say more than text followed by calls. */
function beyondText(parts: readonly AnswerPart[]): { readonly parts?: readonly AnswerPart[] } {
  const texts = parts.filter(({ type }) => type === 'text');
  const isPlain =
    texts.length <= 1 &&
    texts.every((text) => text === parts[0]) &&
    parts.every(({ type, vendor }) => type !== 'reasoning' && vendor === undefined);
  return isPlain ? {} : { parts };
}

function closed(part: Part, places: ReadonlyMap<CallUnderWay, number>): readonly AnswerPart[] {
  if (part.type !== 'call') {
    const { type, text } = part;
    const vendor = nonEmpty(part.vendor);
    return [{ type, text, ...(vendor && { vendor }) }];
  }
  const index = places.get(part.call);
  if (index === undefined) return [];
  const vendor = nonEmpty(part.call.vendor);
  return [{ type: 'tool-call', index, ...(vendor && { vendor }) }];
}

/** A block's data may come with any piece; later data wins. */
function merged(before: ProviderMetadata | undefined, data: ProviderMetadata | undefined) {
  if (data === undefined) return before;
  const names = Object.keys({ ...before, ...data });
  return Object.fromEntries(names.map((name) => [name, { ...before?.[name], ...data[name] }]));
}

function nonEmpty(data: ProviderMetadata | undefined): ProviderMetadata | undefined {
  const filled = Object.entries(data ?? {}).filter(([, values]) => Object.keys(values).length > 0);
  return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}
