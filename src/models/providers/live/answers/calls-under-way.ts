import { randomUUID } from 'node:crypto';
import type { ToolRequest, ProviderMetadata } from '#models/gateway/model-call.js';
import { parsedOrUndefined } from '#platform/text/foreign-json.js';
import { fieldsOf } from './foreign-values.js';
import { bracketed } from './json-values.js';

/** An event's information about a call. */
interface CallPiece {
  /** Index of the call in the answer. */
  readonly index?: number | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly argumentsText: string;
  /** The arguments are complete, not a continuation. */
  readonly isWhole?: boolean;
  readonly vendor?: ProviderMetadata | undefined;
}

/** A call whose arguments are arriving. */
export interface CallUnderWay {
  readonly index: number | undefined;
  id: string | undefined;
  name: string | undefined;
  argumentsText: string;
  vendor: ProviderMetadata | undefined;
  /** Its id may equal another call's in the answer. */
  readonly sharesIds: boolean;
}

/** Limit of calls per answer; no model makes more. */
const mostCalls = 1000;

/**
 * Assembles calls from their pieces. Gateways omit the index, the id or both, repeat name and id
 * with every piece, use an index for two calls, and send a call twice.
 */
export class CallsUnderWay {
  private readonly calls: CallUnderWay[] = [];

  /**
   * @param sharesIds some gateways give every call the same id, so calls at different indexes are
   * different
   */
  constructor(private readonly sharesIds = false) {}

  /** The call that begins with the piece; null: it continues one, or repeats it. */
  take(piece: CallPiece): CallUnderWay | null {
    const call = this.continued(piece);
    if (call === null) return this.start(piece);
    if (isRepeated(call, piece)) return null;
    call.id ??= piece.id;
    call.name ??= piece.name;
    call.vendor ??= piece.vendor;
    call.argumentsText = joined(call.argumentsText, piece);
    return null;
  }

  private start({ index, id, name, argumentsText, vendor }: CallPiece): CallUnderWay | null {
    if (this.calls.length >= mostCalls) return null;
    const { sharesIds } = this;
    const call: CallUnderWay = { index, id, name, argumentsText, vendor, sharesIds };
    this.calls.push(call);
    return call;
  }

  /** The call that the piece continues; null: it begins one. */
  private continued(piece: CallPiece): CallUnderWay | null {
    const call = this.named(piece);
    if (call === undefined) return null;
    const { id, name, argumentsText } = piece;
    if (name === undefined) return call;
    if (call.name !== undefined && call.name !== name) return null;
    if (isCut(call.argumentsText) && piece.index !== undefined && !opens(argumentsText))
      return call;
    if (call.id !== undefined && id !== undefined && call.id !== id) return null;
    if (piece.isWhole === true && call.id === id) return call;
    const mayGoOn = !isComplete(call.argumentsText) || isRepeated(call, piece);
    if (piece.index === undefined && id === undefined) {
      return mayGoOn && call.argumentsText !== '' && !opens(argumentsText) ? call : null;
    }
    return mayGoOn ? call : null;
  }

  /** The last call with the index, else with the id, else the last of all. */
  private named({ index, id, name }: CallPiece): CallUnderWay | undefined {
    const ofIndex = this.last((call) => index !== undefined && call.index === index);
    const ofId = this.last((call) => id !== undefined && call.id === id);
    if (index !== undefined) return ofIndex ?? (name === undefined ? ofId : undefined);
    if (id !== undefined) return ofId ?? (name === undefined ? this.calls.at(-1) : undefined);
    return this.calls.at(-1);
  }

  private last(isIt: (call: CallUnderWay) => boolean): CallUnderWay | undefined {
    return this.calls.findLast(isIt);
  }
}

/** The calls of an answer: without repetitions, with distinct ids, without nameless ones. */
export function distinctCalls(
  calls: readonly CallUnderWay[],
): readonly { readonly call: CallUnderWay; readonly request: ToolRequest }[] {
  const seen = new Set<string>();
  const ids = new Set<string>();
  return calls.flatMap((call) => {
    const { id, name, argumentsText } = call;
    if (name === undefined || isEmptyRepeat(call, calls)) return [];
    const argumentsJson = onlyArguments(argumentsText);
    const key = JSON.stringify([identityOf(call), name, normal(argumentsJson)]);
    if (seen.has(key)) return [];
    seen.add(key);
    const own = id !== undefined && !ids.has(id) ? id : newId();
    ids.add(own);
    return [{ call, request: { id: own, name, argumentsJson } }];
  });
}

/** The identity that a call shares with its repetition; null: indistinguishable. */
function identityOf({ id, index, sharesIds }: CallUnderWay): string | null {
  if (id === undefined) return index === undefined ? null : `index ${index}`;
  return sharesIds ? `id ${id} index ${index ?? ''}` : `id ${id}`;
}

/** True if the call repeats a name without arguments after a call with them. */
function isEmptyRepeat(call: CallUnderWay, calls: readonly CallUnderWay[]): boolean {
  if (call.argumentsText.trim() !== '') return false;
  const identity = identityOf(call);
  if (identity === null) return false;
  const first = calls.find((each) => each.name === call.name && identityOf(each) === identity);
  return first !== call;
}

/** True if the piece repeats the call's complete arguments. */
function isRepeated(call: CallUnderWay, { name, argumentsText }: CallPiece): boolean {
  if ((name ?? call.name) !== call.name || argumentsText.trim() === '') return false;
  return isComplete(argumentsText) && normal(argumentsText) === normal(call.argumentsText);
}

/** Some providers begin a call with empty arguments and send the real ones afterwards. */
function joined(before: string, { argumentsText: more, isWhole }: CallPiece): string {
  if (isWhole === true) return more === '' ? before : more;
  return before.trim() === '{}' && opens(more) ? more : before + more;
}

function opens(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

/** True if the arguments have begun and are not complete. */
function isCut(text: string): boolean {
  return opens(text) && !isComplete(text);
}

function isComplete(text: string): boolean {
  return /[}\]]\s*$/.test(text) && parsedOrUndefined(text) !== undefined;
}

/** The arguments without a repetition, an empty object before them, or quotation marks around. */
function onlyArguments(text: string): string {
  if (text.trim() === '') return '{}';
  const json = parsedOrUndefined(text);
  if (typeof json === 'string') return isComplete(json) ? json : text;
  if (json !== undefined) return text;
  const parts = new Map(bracketed(text)?.map((part) => [normal(part), part]));
  parts.delete('{}');
  const [only] = parts.values();
  return parts.size === 1 && only !== undefined && isComplete(only) ? only : text;
}

/** Equal arguments give equal text, whatever their spacing and order. */
function normal(text: string): string {
  const json = parsedOrUndefined(text);
  return json === undefined ? text : JSON.stringify(json, sortedFields);
}

function sortedFields(_name: string, value: unknown): unknown {
  const entries = Object.entries(fieldsOf(value));
  if (entries.length === 0) return value;
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function newId(): string {
  return `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
}
