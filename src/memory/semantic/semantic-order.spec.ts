import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { reorderMeasured } from './semantic-order.js';

type Item = readonly [name: number, measure: number | undefined];

const measureOf = ([, measure]: Item): number | undefined => measure;

const items: fc.Arbitrary<Item[]> = fc
  .array(fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }))
  .map((measures) => measures.map((measure, name) => [name, measure]));

describe('reorderMeasured', () => {
  it('puts the measured in order and leaves the others where they are', () => {
    const before: Item[] = [
      [0, 1],
      [1, undefined],
      [2, 3],
      [3, undefined],
      [4, 2],
    ];
    expect(reorderMeasured(before, measureOf).map(([name]) => name)).toEqual([2, 1, 4, 3, 0]);
  });

  it('loses nothing, moves no unmeasured item, and is in order among the measured', () => {
    fc.assert(
      fc.property(items, (before) => {
        const after = reorderMeasured(before, measureOf);
        expect([...after].sort(([a], [b]) => a - b)).toEqual(before);
        before.forEach((item, place) => {
          if (measureOf(item) === undefined) expect(after[place]).toBe(item);
        });
        const measured = after.filter((item) => measureOf(item) !== undefined);
        measured.slice(1).forEach(([name, measure = 0], place) => {
          const [previousName, previous = 0] = measured[place] ?? [0, 0];
          expect(previous > measure || (previous === measure && previousName < name)).toBe(true);
        });
      }),
    );
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(items, (before) => {
        const once = reorderMeasured(before, measureOf);
        expect(reorderMeasured(once, measureOf)).toEqual(once);
      }),
    );
  });
});
