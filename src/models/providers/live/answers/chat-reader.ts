import type { JSONObject, JSONValue } from '@ai-sdk/provider';
import type { ProviderMetadata } from '#models/gateway/model-call.js';
import type { TokenCounts } from '#models/gateway/usage.js';
import { messageFields, reasoningFields } from '../returned-reasoning.js';
import {
  type AnswerEnding,
  type AnswerPiece,
  type AnswerReader,
  answerEnd,
} from './answer-reader.js';
import { CallsUnderWay } from './calls-under-way.js';
import {
  argumentsOf,
  countOf,
  fieldsOf,
  listedOf,
  listOf,
  nameOf,
  textOf,
  textsIn,
  type Fields,
} from './foreign-values.js';
import { laterUsage, providerCounts } from './provider-counts.js';

/** Fields of chat completions with readable reasoning, the usual one first. */
const reasoningTexts = ['reasoning_content', 'reasoning'] as const;

/** Reads chat completions: chunks of a stream, or a whole answer. */
export class ChatReader implements AnswerReader {
  knowsShape = false;
  private readonly calls = new CallsUnderWay(true);
  private readonly details = new ReasoningDetails();
  private usage: Fields = {};
  private finish: string | null = null;
  private hasRefused = false;
  private hasSpoken = false;

  /** @param thoughtsInTotal the provider counts reasoning only in the total */
  constructor(private readonly thoughtsInTotal: boolean) {}

  get ending(): AnswerEnding | null {
    if (this.finish === null) return null;
    const told = answerEnd(this.finish);
    // A refusal is reported as an ordinary end.
    const end = told === 'stop' && this.hasRefused ? 'filtered' : told;
    return { end, raw: this.finish, explanation: null };
  }

  get counts(): TokenCounts {
    return providerCounts(this.usage, {
      cacheBeside: false,
      thoughtsInTotal: this.thoughtsInTotal,
    });
  }

  get vendor(): ProviderMetadata | undefined {
    const { all } = this.details;
    return all.length === 0 ? undefined : { [messageFields]: { reasoning_details: all } };
  }

  take(json: unknown): readonly AnswerPiece[] {
    const event = fieldsOf(json);
    const choices = listedOf(event['choices']).map(fieldsOf);
    const choice =
      choices.find(({ index }) => countOf(index) === 0) ?? choices.find(isFilled) ?? {};
    this.knowsShape ||= Array.isArray(event['choices']) || event['usage'] !== undefined;
    for (const usage of [fieldsOf(event['x_groq'])['usage'], choice['usage'], event['usage']]) {
      this.usage = laterUsage(this.usage, usage);
    }
    const pieces = this.said(choice);
    this.hasSpoken ||= pieces.length > 0;
    this.finish = finishIn(choice) ?? finishIn(event) ?? this.finish;
    return pieces;
  }

  /** Some providers end a stream with the whole message, which has been read already. */
  private said(choice: Fields): readonly AnswerPiece[] {
    const delta = messageIn(choice['delta']);
    if (isFilled(delta)) return this.piecesOf(delta);
    if (this.hasSpoken) return [];
    const message = messageIn(choice['message']);
    return this.piecesOf(isFilled(message) ? message : { content: choice['text'] });
  }

  private piecesOf(message: Fields): readonly AnswerPiece[] {
    const texts = textsIn(message['content']);
    const refusal = typeof message['refusal'] === 'string' ? message['refusal'] : '';
    this.hasRefused ||= refusal !== '';
    return [
      ...this.reasoningOf(message),
      ...texts.map(({ type, text }) => ({ type, block: type, text })),
      ...(refusal === '' ? [] : [{ type: 'text' as const, block: 'text', text: refusal }]),
      ...this.callsOf(message),
    ];
  }

  private reasoningOf(message: Fields): readonly AnswerPiece[] {
    const inDetails = this.details.take(message['reasoning_details']);
    const fields = reasoningTexts.filter((name) => typeof message[name] === 'string');
    const text = fields.map((name) => textOf(message[name])).find(isPresent) ?? inDetails;
    // An empty field goes back too: some providers require it with a call.
    if (text === '' && fields.length === 0) return [];
    const vendor = fields.length > 0 && { vendor: { [reasoningFields]: { fields } } };
    return [{ type: 'reasoning', block: 'reasoning', text, ...vendor }];
  }

  private callsOf(message: Fields): readonly AnswerPiece[] {
    const old = message['function_call'];
    const told = listedOf(message['tool_calls']).map(fieldsOf);
    const all = told.length === 0 && old ? [{ index: 0, function: old }] : told;
    return all.flatMap((each) => {
      const { name, arguments: usual, parameters, input } = fieldsOf(each['function'] ?? each);
      const call = this.calls.take({
        index: countOf(each['index']),
        id: nameOf(each['id']),
        name: nameOf(name),
        argumentsText: argumentsOf(usual ?? parameters ?? input),
        vendor: signatureIn(each),
      });
      return call === null ? [] : [{ type: 'call', call }];
    });
  }
}

function isPresent(text: string | undefined): text is string {
  return text !== undefined;
}

function isFilled(fields: Fields): boolean {
  return Object.keys(fields).length > 0;
}

/** A message, or its content alone. */
function messageIn(value: unknown): Fields {
  return typeof value === 'string' ? { content: value } : fieldsOf(value);
}

/** Any value that is not empty ends the answer, even if its reason cannot be read. */
function finishIn(told: Fields): string | null {
  const value = told['finish_reason'] ?? told['finishReason'];
  const inside = Array.isArray(value) ? listOf(value)[0] : (fieldsOf(value)['type'] ?? value);
  return nameOf(inside) ?? (inside === true ? 'stop' : null);
}

/** Gemini signs calls and requires the signature back. */
function signatureIn(call: Fields): ProviderMetadata | undefined {
  const { thought_signature: signature } = fieldsOf(fieldsOf(call['extra_content'])['google']);
  const thoughtSignature = textOf(signature);
  return thoughtSignature === undefined ? undefined : { google: { thoughtSignature } };
}

/** Limit of kept details; more would exceed the provider's own limits. */
const most = 10_000;

type Detail = Record<string, JSONValue | undefined>;

/**
 * `reasoning_details`, sent back with their message: signed or encrypted reasoning of the model
 * behind a gateway (https://openrouter.ai/docs/use-cases/reasoning-tokens).
 */
class ReasoningDetails {
  private readonly kept: Detail[] = [];

  /** The details so far, in the form in which they are sent back. */
  get all(): JSONObject[] {
    return this.kept;
  }

  /** The readable text of the details. */
  take(details: unknown): string {
    const read = listOf(details)
      .map((detail) => fieldsOf(detail) as Detail)
      .filter((detail) => Object.keys(detail).length > 0);
    for (const detail of read) if (this.kept.length < most) this.keep(detail);
    return read.map(({ text, summary }) => textOf(text) ?? textOf(summary) ?? '').join('');
  }

  /** Joins pieces of one detail, those with the same index and type. */
  private keep(piece: Detail): void {
    const last = this.kept.at(-1);
    const { index, type } = piece;
    if (
      last === undefined ||
      index === undefined ||
      last['index'] !== index ||
      last['type'] !== type
    ) {
      this.kept.push({ ...piece });
      return;
    }
    for (const [name, value] of Object.entries(piece)) {
      const before = last[name];
      const isText = ['text', 'summary', 'data'].includes(name);
      if (isText && typeof before === 'string' && typeof value === 'string') {
        last[name] = before + value;
      } else if (value !== null && value !== undefined) last[name] = value;
    }
  }
}
