import { describe, expect, it } from '@jest/globals';
import { parseManifest } from '../host/read-plugin-directory.js';
import { type ItemReader, readList } from './json-values.js';
import { validateManifest } from './validate-manifest.js';

const identity = { id: 'a.b', name: 'N', version: '1.0.0', description: 'D', apiVersion: '1' };

describe('what is said of a manifest', () => {
  it('ends, however much is wrong with it', () => {
    const verdict = validateManifest({
      ...identity,
      permissions: ['models'],
      contributes: { models: Array.from({ length: 40_000 }, () => 0) },
    });
    if (!verdict.ok) throw new Error(verdict.reason);
    expect(verdict.warnings).toHaveLength(101);
    expect(verdict.warnings.at(-1)).toBe('there is more.');
  });

  it('quotes the beginning of a value at most, and nothing that acts on its reader', () => {
    const secret = `\u001b[31m\u202e${'s'.repeat(10_000)}`;
    const verdict = validateManifest({ ...identity, apiVersion: secret, permissions: [secret] });
    if (verdict.ok) throw new Error('it was accepted');
    expect(verdict.reason.length).toBeLessThan(400);
    expect(verdict.reason).not.toMatch(/[\p{Cc}\u202e]/u);
  });

  it.each(['AWS_SECRET=abcdefghij', '{"id": secret-value-1}', '[secret-value-2', '{"a":1} secret'])(
    'quotes nothing of %j, which is no JSON',
    (text) => {
      const verdict = parseManifest(text);
      if (verdict.ok) throw new Error('it was accepted');
      expect(verdict.reason).toMatch(/^plugin\.json is not valid JSON: the text is malformed/);
      expect(verdict.reason).not.toMatch(/secret|abcdefghij/i);
    },
  );
});

/** Accepts items with an even `n`. */
const evenOnes: ItemReader<unknown> = ({ n }, at, warn) => {
  if (Number(n) % 2 === 0) return n;
  warn(`${at} is odd`);
  return null;
};

const read = (list: unknown) => {
  const warnings: string[] = [];
  const items = readList({ things: list }, 'things', (text) => warnings.push(text), evenOnes);
  return { items, warnings };
};

describe('readList', () => {
  it('keeps what its reader takes, in order, and names the place of the rest', () => {
    expect(read([{ n: 2 }, { n: 3 }, null, 'x', [], { n: 4 }])).toEqual({
      items: [2, 4],
      warnings: [
        'things[1] is odd',
        'things[2] is not an object; dropped.',
        'things[3] is not an object; dropped.',
        'things[4] is not an object; dropped.',
      ],
    });
  });

  it('keeps an item that counts as nothing', () => {
    expect(read([{ n: 0 }]).items).toEqual([0]);
  });

  it('is silent about a list that is not there, and one without anything in it', () => {
    for (const list of [undefined, []]) {
      expect(read(list)).toEqual({ items: undefined, warnings: [] });
    }
  });

  it.each([null, {}, 'x', 7])('says that %j is no list', (list) => {
    expect(read(list)).toEqual({
      items: undefined,
      warnings: ['contributes.things is not an array; ignored.'],
    });
  });
});
