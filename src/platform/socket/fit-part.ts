import { memoizeByObject } from '../memoize-by-object.js';
import { jsonOf } from './state-json.js';
import { clipTexts } from '../../protocol/rules/clip-texts.js';
import { stateTexts } from '../../protocol/texts/office.js';

/** Text lengths that are tried in turn until a part fits. */
const textSteps = [5000, 2000, 500, 200].map((most) =>
  memoizeByObject((entry: object) => clipTexts(entry, most, stateTexts.shortened)),
);
const listSteps = [400, 200, 100, 50, 20, 5, 1, 0];

/**
 * Shortens a part of a state to at most `mostBytes` of JSON: returns the same object if it fits;
 * else shortens its texts, and then its lists and maps.
 */
export function fitPart<T>(part: T, mostBytes: number): T {
  if (typeof part !== 'object' || part === null || fits(part, mostBytes)) return part;
  let shortened: unknown = part;
  for (const clip of textSteps) {
    shortened = eachEntry(part, clip);
    if (fits(shortened, mostBytes)) return shortened as T;
  }
  for (const most of listSteps) {
    const fewer = withFewer(shortened, most);
    if (fits(fewer, mostBytes)) return fewer as T;
  }
  return withFewer(shortened, 0) as T;
}

function fits(value: unknown, mostBytes: number): boolean {
  return jsonOf(value).length <= mostBytes;
}

/**
 * Entries of a list are shortened one by one, because most are unchanged since the last time and
 * memoised.
 */
function eachEntry(part: object, clip: (entry: object) => object): unknown {
  if (!Array.isArray(part)) return clip(part);
  return part.map((entry: unknown) =>
    typeof entry === 'object' && entry !== null
      ? clip(entry)
      : clipTexts(entry, 200, stateTexts.shortened),
  );
}

/** Keeps only the first entries of every list, and of every map larger than a record. */
function withFewer(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return value.slice(0, most).map((item) => withFewer(item, most));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries
      .slice(0, Math.max(most, mostFields))
      .map(([name, inner]) => [name, withFewer(inner, most)]),
  );
}

/** More fields than any record has. */
const mostFields = 40;
