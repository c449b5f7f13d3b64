import { z } from 'zod';
import { lenient } from '../../../platform/text/foreign-fields.js';

/** An error that a vendor reports as JSON: as a body, or as an event of a stream. */
export interface VendorReport {
  readonly message: string;
  /** Its type, code and status, in lower case. */
  readonly words: readonly string[];
  /** A code or status that is one of HTTP's; null: none was told. */
  readonly status: number | null;
}

const word = lenient(z.union([z.string(), z.number()]));
const fields = z.looseObject({
  message: lenient(z.string()),
  type: word,
  code: word,
  status: word,
});
const stated = lenient(z.union([z.string().min(1), fields]));
const holder = z
  .object({
    error: stated,
    object: word,
    type: word,
    message: lenient(z.string()),
    code: word,
    response: lenient(z.object({ error: stated })),
    choices: lenient(z.array(z.object({ error: stated }).catch({}))),
  })
  .catch({});

/**
 * The error in the JSON, whichever of the usual shapes it has: below `error` (Gemini: of the first
 * entry of a list), below `response` or a choice, or, where the object calls itself an error, in its
 * own fields. Null: it reports none.
 */
export function reportIn(json: unknown): VendorReport | null {
  const parsed = holder.parse(Array.isArray(json) ? json[0] : json);
  const { error, object, type, message, code, response, choices } = parsed;
  const inside = error ?? response?.error ?? choices?.[0]?.error;
  if (typeof inside === 'string') return reportOf({ message: inside, code });
  if (inside !== undefined) return reportOf(inside);
  return object === 'error' || type === 'error' ? reportOf({ message, type, code }) : null;
}

/** The error in a text, if it is JSON that reports one. */
export function reportInText(text: string): VendorReport | null {
  try {
    return reportIn(JSON.parse(text));
  } catch {
    return null;
  }
}

function reportOf(error: z.output<typeof fields>): VendorReport {
  const { type, code, status, message = JSON.stringify(error) } = error;
  const told = [type, code, status].filter((value) => value !== undefined);
  const words = told.map((value) => String(value).toLowerCase());
  const http = told.map(Number).find((value) => value >= 400 && value < 600);
  return { message, words, status: http ?? null };
}

/** What will not change by asking again. */
const permanent = [
  'invalid',
  'auth',
  'permission',
  'not_found',
  'unsupported',
  'insufficient',
  'quota',
  'billing',
  'context_length',
  'too_large',
  'content',
  'policy',
];
const resources = 'insufficient_system_resource';

/** Whether the same request may be served later. What is not known to be lasting passes. */
export function isPassing({ words, status }: VendorReport): boolean {
  if (words.includes(resources)) return true;
  if (words.some((word) => permanent.some((part) => word.includes(part)))) return false;
  return status === null || isRetryableStatus(status);
}

/** Whether the key has reached a rate limit, which holds for its every request. */
export function isRateLimit({ words, status }: VendorReport): boolean {
  if (words.some((word) => word.includes('overloaded'))) return false;
  return status === 429 || words.some((word) => /rate_limit|resource_exhausted/.test(word));
}

/** Whether the money behind a key is used up: told as a rate limit by some, though no wait helps. */
export function isOutOfMoney({ words }: VendorReport): boolean {
  return words.some((word) => /insufficient_quota|exceeded_current_quota|billing/.test(word));
}

/** Statuses after which the same request may succeed (behaviour-engine.md 3.7). */
export function isRetryableStatus(status: number): boolean {
  return [408, 409, 425, 429].includes(status) || status >= 500;
}

const finished = z.object({ type: z.enum(['response.completed', 'response.incomplete']) });

/** Whether an event of a stream says by its type alone that the answer is complete (Responses). */
export function endsAnswer(event: unknown): boolean {
  return finished.safeParse(event).success;
}
