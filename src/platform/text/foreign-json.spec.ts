import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  ForeignJsonError,
  isTooMuchJson,
  jsonLimits,
  parsedOrUndefined,
  parseForeignJson,
} from './foreign-json.js';

/** Number of values in a document and their depth, counted on the document itself. */
function measured(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
  const inner = Object.values(value).map(measured);
  return {
    values: inner.reduce((sum, each) => sum + each.values, 1),
    depth: Math.max(0, ...inner.map(({ depth }) => depth)) + 1,
  };
}

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const list = (length: number): string => `[${'0,'.repeat(length - 1)}0]`;

describe('JSON from outside', () => {
  it('is parsed as JSON.parse does, whatever its texts hold', () => {
    const text = fc.string({ unit: 'binary' });
    const value = fc.oneof(
      fc.jsonValue(),
      fc.array(fc.stringMatching(/^[[\]{},"\\:\n]*$/)),
      fc.dictionary(text, text),
    );
    fc.assert(
      fc.property(value, fc.constantFrom(0, 2), (document, indent) => {
        const written = JSON.stringify(document, null, indent);
        expect(parseForeignJson(written)).toEqual(JSON.parse(written));
      }),
    );
  });

  it('is refused for its depth at exactly the limit', () => {
    expect(isTooMuchJson(nested(jsonLimits.depth))).toBe(false);
    expect(isTooMuchJson(nested(jsonLimits.depth + 1))).toBe(true);
    expect(measured(JSON.parse(nested(jsonLimits.depth))).depth).toBe(jsonLimits.depth);
  });

  it('is refused for its values before there are twice as many as may be', () => {
    expect(isTooMuchJson(list(jsonLimits.values / 2))).toBe(false);
    expect(isTooMuchJson(list(jsonLimits.values + 1))).toBe(true);
    fc.assert(
      fc.property(fc.jsonValue(), (document) => {
        const { values } = measured(document);
        const copies = Math.ceil(jsonLimits.values / values) + 1;
        expect(isTooMuchJson(`[${Array(copies).fill(JSON.stringify(document)).join(',')}]`)).toBe(
          true,
        );
      }),
      { numRuns: 20 },
    );
  });

  it.each(['[', '{"a":', '{},', '[[],', '[{"a":[1,'])(
    'made of eight megabytes of %s costs next to nothing',
    (unit) => {
      const text = `[${unit.repeat((8 * 1024 * 1024) / unit.length)}`;
      const before = process.threadCpuUsage();
      expect(() => parseForeignJson(text)).toThrow(ForeignJsonError);
      const { user } = process.threadCpuUsage(before);
      // Parsing it whole takes seconds; a processor that is shared takes twice as long.
      expect(user / 1000).toBeLessThan(400);
    },
  );

  it('is not quoted in what is said of it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8 }), (secret) => {
        for (const text of [secret, `{"a": ${secret}}`, `{"a": 1, ${secret}`]) {
          try {
            parseForeignJson(text);
          } catch (error) {
            expect((error as Error).message).not.toContain(secret);
            expect((error as Error).message).toMatch(
              /^the text is malformed(?: at position \d+(?: \(line \d+ column \d+\))?)?$|^it holds more/,
            );
          }
        }
      }),
    );
  });
});

describe('parsedOrUndefined', () => {
  it('reads JSON', () => {
    expect(parsedOrUndefined('{"a": [1]}')).toEqual({ a: [1] });
    expect(parsedOrUndefined('null')).toBeNull();
  });

  it('takes anything else for nothing', () => {
    for (const text of ['', '{', 'undefined']) expect(parsedOrUndefined(text)).toBeUndefined();
  });
});
