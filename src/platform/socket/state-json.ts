import type { ServerEventOf } from '../../protocol/events.js';
import { memoizeByObject } from '../memoize-by-object.js';

/** The events that carry the whole state. */
export type StateEvent = ServerEventOf<'hello' | 'office.updated'>;

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
export function jsonOf(value: unknown): Buffer {
  if (typeof value === 'object' && value !== null) return jsonOfPart(value);
  return Buffer.from(JSON.stringify(value ?? null));
}
