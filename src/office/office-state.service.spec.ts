import { describe, expect, it } from '@jest/globals';
import { limits } from '../protocol/limits.js';
import type { OfficeState } from '../protocol/records/office.js';
import { boundState, mostStateBytes } from './office-state.service.js';
import { fitPart } from '../platform/socket/state-json.js';

const text = (length: number): string => 'ü'.repeat(length);
const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const worst: Readonly<Record<string, unknown>> = {
  'long texts': Array.from({ length: 20 }, (_, id) => ({ id: `r${id}`, mission: text(240_000) })),
  'many entries': Array.from({ length: 10_000 }, (_, id) => ({ id: `r${id}`, name: text(20) })),
  'many short texts': Array.from({ length: 20_000 }, () => 'short'),
  'one long text': { describe: text(300_000) },
  'a large map': Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`key ${n}`, n])),
  'lists within lists': [Array.from({ length: 50 }, () => Array<string>(50).fill(text(300)))],
  'long lists within entries': [{ id: 'a', steps: Array(5000).fill({ title: text(100) }) }],
};

describe('a part of a state frame', () => {
  it.each(Object.entries(worst))('fits, whatever it is: %s', (_, part) => {
    const fitted = fitPart(part, 128 * 1024);
    expect(sizeOf(fitted)).toBeLessThanOrEqual(128 * 1024);
    expect(Array.isArray(fitted)).toBe(Array.isArray(part));
  });

  it('is the same object while it fits, and loses no entry while shorter texts are enough', () => {
    const part = [{ mission: text(5000) }, { mission: 'short' }];
    expect(fitPart(part, 20_000)).toBe(part);
    const fitted = fitPart(part, 9000);
    expect(fitted).toHaveLength(2);
    expect(fitted[0]?.mission.endsWith('… [shortened here]')).toBe(true);
    expect(fitted[1]).toBe(part[1]);
  });
});

describe('a state frame', () => {
  it('has a bound, with the worst in every part', () => {
    const names = ['runs', 'memory', 'settings'];
    for (const part of Object.values(worst)) {
      const state = Object.fromEntries(names.map((name) => [name, part])) as unknown as OfficeState;
      const sent = boundState(state);
      expect(sizeOf(sent)).toBeLessThanOrEqual(mostStateBytes(names.length));
      expect(boundState({ ...state }).runs).toBe(sent.runs);
    }
    expect(mostStateBytes(32)).toBeLessThan(limits.socketDropBytes);
  });
});
