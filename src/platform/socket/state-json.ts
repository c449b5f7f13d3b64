import type { ServerEventOf } from '../../protocol/events.js';
import { clipTexts } from '../../protocol/rules/clip-texts.js';
import { stateTexts } from '../../protocol/texts/office.js';
import { memoizeByObject } from '../memoize-by-object.js';

/** The events that carry the whole state. */
type StateEvent = ServerEventOf<'hello' | 'office.updated'>;

const comma = Buffer.from(',');

/** Memoised per part, because most objects of a state are the same as before. */
const jsonOfPart = memoizeByObject((part: object): Buffer =>
  inOwnMemory(Array.isArray(part) ? jsonOfList(part) : Buffer.from(JSON.stringify(part))),
);

/**
 * Node allocates small buffers from shared 64 KiB blocks, and a kept buffer would keep its whole
 * block.
 */
function inOwnMemory(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/**
 * The same bytes as `JSON.stringify` of the event, assembled from parts: the state's values and the
 * entries of its lists. Sent parts are immutable.
 */
export function stateJson({ state, ...event }: StateEvent): Buffer {
  const head = JSON.stringify(event).slice(0, -1);
  const parts = Object.entries(state)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [Buffer.from(`${JSON.stringify(name)}:`), jsonOf(value)]);
  return Buffer.concat([
    Buffer.from(`${head},"state":{`),
    ...parts.flatMap((part, index) => (index === 0 ? part : [comma, ...part])),
    Buffer.from('}}'),
  ]);
}

function jsonOfList(list: readonly unknown[]): Buffer {
  const entries = list.flatMap((entry, index) =>
    index === 0 ? [jsonOf(entry)] : [comma, jsonOf(entry)],
  );
  return Buffer.concat([Buffer.from('['), ...entries, Buffer.from(']')]);
}

/** JSON of a part of a state, or of an entry of it. */
function jsonOf(value: unknown): Buffer {
  if (typeof value === 'object' && value !== null) return jsonOfPart(value);
  return Buffer.from(JSON.stringify(value ?? null));
}

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
