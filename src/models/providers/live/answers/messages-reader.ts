import type { ProviderMetadata } from '#models/gateway/model-call.js';
import type { TokenCounts } from '#models/gateway/usage.js';
import type { AnswerEnding, AnswerPiece, AnswerReader } from './answer-reader.js';
import { answerEnd } from './answer-reader.js';
import { CallsUnderWay, type CallUnderWay } from './calls-under-way.js';
import { argumentsOf, countOf, fieldsOf, listOf, nameOf, textOf } from './foreign-values.js';
import type { Fields } from './foreign-values.js';
import { laterUsage, providerCounts } from './provider-counts.js';

type Block = { readonly type: 'text' | 'reasoning'; readonly name: string } | CallUnderWay;

/** Reads Anthropic's messages: events of a stream, or a whole answer. */
export class MessagesReader implements AnswerReader {
  knowsShape = false;
  private readonly calls = new CallsUnderWay();
  /** Blocks by index; without an index the last one is meant. */
  private readonly blocks = new Map<number, Block>();
  private lastIndex = 0;
  private usage: Fields = {};
  /** Output tokens are final only at the end; the first event holds a placeholder. */
  private isOutputCounted = false;
  private stop: string | null = null;
  private hasStopped = false;
  private explanation: string | null = null;

  get ending(): AnswerEnding | null {
    if (this.stop !== null) {
      return { end: answerEnd(this.stop), raw: this.stop, explanation: this.explanation };
    }
    return this.hasStopped ? { end: 'stop', raw: null, explanation: null } : null;
  }

  get counts(): TokenCounts {
    const { tokensOut, reasoningTokens, ...input } = providerCounts(this.usage, {
      cacheBeside: true,
      thoughtsInTotal: false,
    });
    return {
      ...input,
      ...(this.isOutputCounted && tokensOut !== undefined && { tokensOut }),
      ...(this.isOutputCounted && reasoningTokens !== undefined && { reasoningTokens }),
    };
  }

  readonly vendor = undefined;

  take(json: unknown): readonly AnswerPiece[] {
    const event = fieldsOf(json);
    switch (typeOf(event)) {
      case 'message_start':
        return this.message(fieldsOf(event['message']), false);
      case 'message':
        return this.message(this.blocks.size === 0 ? event : { ...event, content: [] }, true);
      case 'content_block_start':
        return this.started(this.indexIn(event), fieldsOf(event['content_block']));
      case 'content_block_delta':
        return this.continued(this.indexIn(event), deltaIn(event));
      case 'message_delta':
        this.noteEnd(event);
        this.noteEnd(deltaIn(event));
        this.count(deltaIn(event)['usage'], true);
        this.count(event['usage'], true);
        return this.known([]);
      case 'message_stop':
        this.hasStopped = true;
        this.count(fieldsOf(event['message'])['usage'], true);
        this.count(event['usage'], true);
        return this.known([]);
      default:
        return [];
    }
  }

  private message(message: Fields, isWhole: boolean): readonly AnswerPiece[] {
    this.count(message['usage'], isWhole);
    this.noteEnd(message);
    const { content } = message;
    const told = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
    return this.known(told.flatMap((block, index) => this.started(index, fieldsOf(block))));
  }

  private started(index: number, block: Fields): readonly AnswerPiece[] {
    this.lastIndex = index;
    switch (block['type']) {
      case 'text':
        return this.opened(index, 'text', textOf(block['text']));
      case 'thinking':
        return this.opened(index, 'reasoning', textOf(block['thinking']), {
          signature: textOf(block['signature']),
        });
      case 'redacted_thinking':
        return this.opened(index, 'reasoning', '', { redactedData: textOf(block['data']) });
      case 'tool_use':
        return this.called(index, block);
      default:
        return [];
    }
  }

  private opened(
    index: number,
    type: 'text' | 'reasoning',
    text = '',
    sealed: Readonly<Record<string, string | undefined>> = {},
  ): readonly AnswerPiece[] {
    const block = { type, name: `${type} ${index}` };
    this.blocks.set(index, block);
    return this.known([piece(block, text, sealed)]);
  }

  private called(index: number, block: Fields): readonly AnswerPiece[] {
    const call = this.calls.take({
      index,
      id: nameOf(block['id']),
      name: nameOf(block['name']),
      argumentsText: argumentsOf(block['input']),
    });
    if (call === null) return this.known([]);
    this.blocks.set(index, call);
    return this.known([{ type: 'call', call }]);
  }

  /** A block that was never opened begins with its first piece. */
  private continued(index: number, delta: Fields): readonly AnswerPiece[] {
    const input = delta['partial_json'];
    if (input !== undefined) {
      this.calls.take({ index, argumentsText: argumentsOf(input) });
      return this.known([]);
    }
    const type = (delta['thinking'] ?? delta['signature']) ? 'reasoning' : 'text';
    const said = textOf(delta['thinking']) ?? textOf(delta['text']) ?? '';
    const signature = textOf(delta['signature']);
    if (said === '' && signature === undefined) return [];
    const block = this.blocks.get(index);
    if (block !== undefined && 'type' in block && block.type === type) {
      return this.known([piece(block, said, { signature })]);
    }
    return this.opened(index, type, said, { signature });
  }

  private noteEnd(from: Fields): void {
    this.stop = nameOf(from['stop_reason']) ?? this.stop;
    const explanation = fieldsOf(from['stop_details'])['explanation'];
    this.explanation = textOf(explanation) ?? this.explanation;
  }

  private count(usage: unknown, isFinal: boolean): void {
    this.usage = laterUsage(this.usage, usage);
    const { output_tokens: output, completion_tokens: completion } = fieldsOf(usage);
    this.isOutputCounted ||= isFinal && countOf(output ?? completion) !== undefined;
  }

  private indexIn(event: Fields): number {
    return countOf(event['index']) ?? this.lastIndex;
  }

  private known<T>(pieces: T): T {
    this.knowsShape = true;
    return pieces;
  }
}

/** Some gateways send the text alone. */
function deltaIn({ delta }: Fields): Fields {
  return typeof delta === 'string' ? { text: delta } : fieldsOf(delta);
}

/** Some gateways omit the type of a whole message. */
function typeOf(event: Fields): string | undefined {
  const type = textOf(event['type']);
  return type === undefined && event['content'] !== undefined ? 'message' : type;
}

function piece(
  { type, name: block }: Exclude<Block, CallUnderWay>,
  text: string,
  sealed: Readonly<Record<string, string | undefined>>,
): AnswerPiece {
  const entries = Object.entries(sealed).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const vendor: ProviderMetadata | undefined =
    entries.length > 0 ? { anthropic: Object.fromEntries(entries) } : undefined;
  return { type, block, text, ...(vendor && { vendor }) };
}
