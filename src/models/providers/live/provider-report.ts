import { fieldsOf, listOf, nameOf, type Fields } from './answers/foreign-values.js';

/** A provider's error as JSON, in a body or in an event of a stream. */
export interface ProviderReport {
  readonly message: string;
  /** Its type, code and status in lower case. */
  readonly words: readonly string[];
  /** The HTTP status in its code or status field; null: none. */
  readonly status: number | null;
}

/**
 * Finds the error in JSON of any usual format: below `error` (Gemini: in the first entry of a
 * list), below `response` or a choice, or in its own fields if the object calls itself an error.
 * Null: none, or an empty error.
 */
export function reportIn(json: unknown): ProviderReport | null {
  const all = fieldsOf(Array.isArray(json) ? json[0] : json);
  const choice = fieldsOf(listOf(all['choices'])[0]);
  const listed = all['success'] === false ? all['errors'] : undefined;
  const inside = [all['error'], fieldsOf(all['response'])['error'], choice['error'], listed];
  const found = inside.map((error) => stated(error, all)).find((report) => report !== null);
  if (found !== undefined) return found;
  const isError = all['object'] === 'error' || all['type'] === 'error';
  const own = { ...all, object: undefined, type: ownType(all['type']) };
  return isError && !Array.isArray(all['choices']) ? stated(own, {}) : null;
}

/** A type that says more than "error". */
function ownType(type: unknown): unknown {
  return type === 'error' ? undefined : type;
}

/** The error in a text, if it is JSON with an error. */
export function reportInText(text: string): ProviderReport | null {
  try {
    return reportIn(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The error's content; null: it is empty. */
function stated(error: unknown, around: Fields): ProviderReport | null {
  if (error === true)
    return reportOf({ ...around, error: undefined, type: ownType(around['type']) });
  const text = nameOf(error);
  if (text !== undefined) {
    const isNothing = nothing.includes(text.trim().toLowerCase());
    return isNothing ? null : reportOf({ message: text, code: around['code'] });
  }
  const fields = fieldsOf(Array.isArray(error) ? error[0] : error);
  return Object.values(fields).some(saysSomething) && !isSuccess(fields) ? reportOf(fields) : null;
}

function saysSomething(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(saysSomething);
  return value !== null && value !== undefined && value !== false && value !== '' && value !== 0;
}

const successes = ['0', '200', 'ok', 'success'];
const nothing = [...successes, 'none', 'null', 'nil', 'undefined', 'false', 'no error', '{}', '[]'];

/** Some providers fill the field to say that there was no error. */
function isSuccess({ type, code, status }: Fields): boolean {
  const told = [type, code, status].map(nameOf).filter((word) => word !== undefined);
  return told.length > 0 && told.every((word) => successes.includes(word.toLowerCase()));
}

function reportOf(error: Fields): ProviderReport {
  const { type, code, status, message } = error;
  const told = [type, code, status].map(nameOf).filter((word) => word !== undefined);
  const words = told.map((word) => word.toLowerCase());
  const http = told.map(Number).find((value) => value >= 400 && value < 600);
  return { message: nameOf(message) ?? JSON.stringify(error), words, status: http ?? null };
}
