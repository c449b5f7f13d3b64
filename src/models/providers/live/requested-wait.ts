import { z } from 'zod';
import { lenient } from '#platform/text/foreign-fields.js';
import { parsedOrUndefined } from '#platform/text/foreign-json.js';

/** A refusal's headers and body. Header names are in lower case. */
interface RefusedAnswer {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/**
 * The provider's requested waiting time, ms; null: not stated. Statements about this request
 * (`Retry-After`, the error's text) take precedence over headers about limits in general.
 * Moments are compared with the answer's own date, because the clocks may differ.
 * @param now ms since the epoch, for answers without a date
 */
export function requestedWaitMs({ headers, body }: RefusedAnswer, now: number): number | null {
  const sentAt = dateIn(headers['date']) ?? now;
  return (
    positive(numberIn(headers['retry-after-ms'])) ??
    retryAfter(headers['retry-after'], sentAt) ??
    inDetails(body) ??
    inWords(body) ??
    resetOf({ ...headersIn(body), ...headers }, sentAt)
  );
}

/** ms since the epoch. */
function dateIn(value: string | undefined): number | null {
  const at = Date.parse(value ?? '');
  return Number.isNaN(at) ? null : at;
}

/** Seconds, possibly fractional, an HTTP date, or a duration. */
function retryAfter(value: string | undefined, now: number): number | null {
  const seconds = numberIn(value);
  if (seconds !== null) return positive(seconds * 1000);
  const duration = durationIn(value ?? '');
  if (duration !== null) return duration;
  const at = dateIn(value);
  return at === null ? null : positive(at - now);
}

const detail = z.object({ retryDelay: lenient(z.string()) }).catch({});
const detailed = z.object({ error: z.object({ details: z.array(detail) }) });

/** Google's RetryInfo: https://cloud.google.com/apis/design/errors#retry_info */
function inDetails(body: string): number | null {
  const read = detailed.safeParse(firstOf(parsedOrUndefined(body)));
  const { details } = read.success ? read.data.error : { details: [] };
  const [delay] = details.flatMap(({ retryDelay }) => retryDelay ?? []);
  return delay === undefined ? null : durationIn(delay);
}

const words =
  /\b(?:try again|retry) (?:in|after) (?:about )?(\d{1,9}(?:\.\d{1,9})?) ?(ms|milliseconds?|s|seconds?|m|minutes?)\b/i;
const wordsOfDuration =
  /\b(?:try again|retry) (?:in|after) ((?:\d{1,9}(?:\.\d{1,9})?(?:ms|s|m|h)){2,4})/i;

function inWords(body: string): number | null {
  const compound = wordsOfDuration.exec(body)?.[1];
  if (compound !== undefined) return durationIn(compound);
  const [, count, unit = ''] = words.exec(body) ?? [];
  return count === undefined ? null : positive(Number(count) * msOf(unit));
}

function msOf(unit: string): number {
  const short = unit.toLowerCase();
  if (short.startsWith('mi') && short.includes('sec')) return 1;
  if (short === 'ms') return 1;
  return short.startsWith('s') ? 1000 : 60_000;
}

const wrapped = z.object({
  error: z.object({
    metadata: z.object({ headers: z.record(z.string(), z.union([z.string(), z.number()])) }),
  }),
});

/** OpenRouter repeats the headers in the body. */
function headersIn(body: string): Record<string, string> {
  const read = wrapped.safeParse(parsedOrUndefined(body));
  const headers = read.success ? Object.entries(read.data.error.metadata.headers) : [];
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/**
 * The longest reset time of exhausted limits; if none is marked as exhausted, of all limits
 * (`x-ratelimit-reset-requests`, `anthropic-ratelimit-tokens-reset`, `x-ratelimit-reset`, ...).
 */
function resetOf(headers: RefusedAnswer['headers'], now: number): number | null {
  const resets = Object.entries(headers).flatMap(([name, value]) => {
    const wait = /rate-?limit/.test(name) && name.includes('reset') ? resetIn(value, now) : null;
    const remaining = numberIn(headers[name.replace('reset', 'remaining')]);
    return wait === null ? [] : { wait, isUsedUp: remaining === 0 };
  });
  const usedUp = resets.filter(({ isUsedUp }) => isUsedUp);
  const waits = (usedUp.length > 0 ? usedUp : resets).map(({ wait }) => wait);
  return waits.length === 0 ? null : Math.max(...waits);
}

const firstEpochSecond = 1e9;
const firstEpochMs = 1e12;

/** A duration (`6m0s`), seconds, seconds or ms since the epoch, or a date. */
function resetIn(value: string | undefined, now: number): number | null {
  const count = numberIn(value);
  if (count !== null) {
    if (count >= firstEpochMs) return positive(count - now);
    return positive(count >= firstEpochSecond ? count * 1000 - now : count * 1000);
  }
  const duration = durationIn(value ?? '');
  if (duration !== null) return duration;
  const at = dateIn(value);
  return at === null ? null : positive(at - now);
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** In the format of OpenAI and Google: `20ms`, `1.5s`, `6m0s`. */
function durationIn(text: string): number | null {
  if (!/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|s|m|h)){1,4}$/.test(text)) return null;
  const total = text.split(/(?<=[a-z])(?=\d)/).reduce((sum, piece) => {
    return sum + parseFloat(piece) * (units[piece.replace(/[\d.]/g, '')] ?? 0);
  }, 0);
  return positive(total);
}

function numberIn(value: string | undefined): number | null {
  return value !== undefined && /^\d{1,15}(?:\.\d{1,9})?$/.test(value.trim())
    ? Number(value)
    : null;
}

/** Whole ms; a past moment counts as no wait. */
function positive(ms: number | null): number | null {
  return ms === null || !Number.isFinite(ms) ? null : Math.max(0, Math.ceil(ms));
}

function firstOf(json: unknown): unknown {
  return Array.isArray(json) ? json[0] : json;
}
