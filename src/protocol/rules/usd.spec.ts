import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { passesUsd, reachesUsd } from './usd.js';

describe('amounts of money', () => {
  it('reach a sum and do not pass it, in whatever order it was added up', () => {
    const cents = fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 50 });
    fc.assert(
      fc.property(cents, (each) => {
        const whole = each.reduce((sum, cent) => sum + cent, 0) / 100;
        const added = each.reduce((sum, cent) => sum + cent / 100, 0);
        expect([reachesUsd(added, whole), passesUsd(added, whole)]).toEqual([true, false]);
        expect([reachesUsd(whole, added), passesUsd(whole, added)]).toEqual([true, false]);
      }),
    );
  });

  it('differ by the least that is billed', () => {
    expect([reachesUsd(0.3, 0.300001), passesUsd(0.300001, 0.3)]).toEqual([false, true]);
    expect([reachesUsd(0, 0), passesUsd(0, 0)]).toEqual([true, false]);
  });
});
