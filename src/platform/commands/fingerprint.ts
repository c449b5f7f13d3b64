import { createHash } from 'node:crypto';

/** Text between the values of a document. */
class Mark {
  constructor(readonly text: string) {}
}

/**
 * Hash of a JSON value: equal for equal values, whatever the order of their keys. Iterative,
 * because clients may nest without limit.
 */
export function fingerprintOf(value: unknown): string {
  const texts: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (next instanceof Mark) texts.push(next.text);
    else if (typeof next === 'object' && next !== null) {
      for (const part of partsOf(next).reverse()) open.push(part);
    } else texts.push(JSON.stringify(next ?? null), ',');
  }
  return createHash('sha256').update(texts.join('')).digest('hex');
}

function partsOf(value: object): unknown[] {
  if (isList(value)) return [new Mark('['), ...value, new Mark(']')];
  const entries = Object.entries(value as Readonly<Record<string, unknown>>)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const fields = entries.flatMap(([name, field]) => [new Mark(`${JSON.stringify(name)}:`), field]);
  return [new Mark('{'), ...fields, new Mark('}')];
}

function isList(value: object): value is readonly unknown[] {
  return Array.isArray(value);
}
