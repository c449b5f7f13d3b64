import { describe, expect, it } from '@jest/globals';
import {
  admit,
  type Admission,
  type Budget,
  type CallEstimate,
  isExhausted,
  settleCall,
  openBudget,
  remainingUsd,
  spendTurn,
  unsettledUsd,
} from './budget.js';

/** One dollar per thousand tokens, input or output. */
const call = (tokensIn: number, tokensOutMax: number): CallEstimate => ({
  tokensIn,
  tokensOutMax,
  usdPerMTokIn: 1000,
  usdPerMTokOut: 1000,
});

function admitted(budget: Budget, key: string, estimate: CallEstimate): Admission {
  const admission = admit(budget, key, estimate, true);
  if (typeof admission === 'string') throw new Error(`the call must ${admission}`);
  return admission;
}

describe('a call on its own', () => {
  it('is made with its own cap while its worst case fits, to the last cent', () => {
    const { maxOutputTokens, reservedUsd } = admitted(openBudget(3, 0), 'm1', call(1000, 2000));
    expect(maxOutputTokens).toBe(2000);
    expect(reservedUsd).toBeCloseTo(3);
  });

  it('is clamped to what is left beside its input', () => {
    const { maxOutputTokens, reservedUsd } = admitted(openBudget(5, 2), 'm1', call(1000, 8000));
    expect(maxOutputTokens).toBe(2000);
    expect(reservedUsd).toBeCloseTo(3);
  });

  it.each([
    ['little is left', openBudget(5, 4.9), call(0, 8000), 256],
    ['not even the input can be paid', openBudget(5, 4.9), call(1000, 8000), 256],
    ['it asks for less than 256 anyway', openBudget(5, 4.9), call(1000, 100), 100],
  ])('is clamped no further than to the smallest answer: %s', (_, budget, estimate, expected) => {
    expect(admitted(budget, 'm1', estimate).maxOutputTokens).toBe(expected);
  });

  it.each([
    ['the ceiling is reached', openBudget(5, 5)],
    ['the ceiling is passed', openBudget(5, 5.01)],
    ['there is no money at all', openBudget(0, 0)],
    ['answers of turns at work have reached it', settleCall(openBudget(5, 4), 't/m1', 1)],
  ])('is refused when %s', (_, budget) => {
    expect(admit(budget, 'm2', call(1, 1), true)).toBe('refused');
  });

  it('costs nothing with a free model, which is therefore never clamped', () => {
    const free = { ...call(1000, 8000), usdPerMTokIn: 0, usdPerMTokOut: 0 };
    expect(admitted(openBudget(5, 4.9), 'm1', free)).toMatchObject({
      maxOutputTokens: 8000,
      reservedUsd: 0,
    });
  });

  it('is not clamped for an input that is too dear, where output costs nothing', () => {
    const freeOutput = { ...call(1000, 8000), usdPerMTokOut: 0 };
    expect(admitted(openBudget(5, 4.9), 'm1', freeOutput).maxOutputTokens).toBe(8000);
  });
});

describe('a call that may not pass the ceiling', () => {
  it.each([
    ['all of it', openBudget(5, 1), call(1000, 2000), 2000],
    ['a shorter answer', openBudget(5, 1), call(1000, 8000), 3000],
    ['exactly the smallest answer', openBudget(1.256, 0), call(1000, 8000), 256],
    ['its own short answer', openBudget(1.1, 0), call(1000, 100), 100],
    [
      'a free one, whatever is left',
      openBudget(5, 4.9),
      { ...call(9e6, 9), usdPerMTokIn: 0, usdPerMTokOut: 0 },
      9,
    ],
  ])('is made where what is left pays %s', (_, budget, estimate, tokens) => {
    expect(admit(budget, 'm2', estimate, false)).toMatchObject({ maxOutputTokens: tokens });
  });

  it.each([
    ['one token of the smallest answer', openBudget(1.255, 0), call(1000, 8000)],
    ['the input', openBudget(5, 4.5), call(1000, 8000)],
    [
      'the input, where output costs nothing',
      openBudget(5, 4.5),
      { ...call(1000, 9), usdPerMTokOut: 0 },
    ],
    ['a token of its own short answer', openBudget(1.099, 0), call(1000, 100)],
  ])('is refused where what is left does not pay %s', (_, budget, estimate) => {
    expect(admit(budget, 'm2', estimate, false)).toBe('refused');
    expect(admit(budget, 'm2', estimate, true)).toHaveProperty('budget');
  });

  it('waits for those on their way before it is refused', () => {
    const { budget } = admitted(openBudget(5, 0), 'a/m1', call(1000, 3900));
    expect(admit(budget, 'b/m1', call(1000, 8000), false)).toBe('wait');
  });
});

describe('a call beside others', () => {
  const { budget: busy } = admitted(openBudget(5, 0), 'a/m1', call(1000, 3000));

  it('is made at once while both worst cases fit', () => {
    expect(admitted(busy, 'b/m1', call(500, 500)).maxOutputTokens).toBe(500);
  });

  it('waits rather than be cut short by a reservation that is hardly ever used up', () => {
    expect(admit(busy, 'b/m1', call(500, 501), true)).toBe('wait');
    const { maxOutputTokens } = admitted(settleCall(busy, 'a/m1', 1.2), 'b/m1', call(500, 501));
    expect(maxOutputTokens).toBe(501);
  });

  it('does not wait for an answer that is there, only for calls on their way', () => {
    const dear = settleCall(busy, 'a/m1', 4);
    expect(admitted(dear, 'b/m1', call(500, 8000)).maxOutputTokens).toBe(500);
  });

  it('does not wait when it costs nothing', () => {
    const { budget: full } = admitted(openBudget(5, 4.9), 'a/m1', call(1000, 8000));
    const free = { ...call(1000, 8000), usdPerMTokIn: 0, usdPerMTokOut: 0 };
    expect(admitted(full, 'b/m1', free).maxOutputTokens).toBe(8000);
  });
});

describe('what is left', () => {
  it('is known money only: a reservation is neither spent nor does it exhaust the run', () => {
    const { budget } = admitted(openBudget(5, 1), 'a/m1', call(1000, 3000));
    expect(isExhausted(budget)).toBe(false);
    expect(remainingUsd(budget)).toBeCloseTo(4);
  });

  it('shrinks by what calls turn out to cost, before their turn has settled', () => {
    const budget = settleCall(openBudget(5, 1), 'a/m1', 2.5);
    expect(remainingUsd(budget)).toBeCloseTo(1.5);
    expect(isExhausted(settleCall(budget, 'a/m2', 1.5))).toBe(true);
  });

  it('tells apart what is spent and what answers of turns at work have cost', () => {
    const { budget } = admitted(settleCall(openBudget(5, 1), 'a/m1', 0.5), 'a/m2', call(0, 1000));
    expect(unsettledUsd(budget)).toBeCloseTo(0.5);
    expect(budget.spentUsd).toBe(1);
  });

  it('is never negative', () => {
    expect(remainingUsd(openBudget(5, 7))).toBe(0);
  });

  it('stays the same when a turn settles: what was held for it is spent', () => {
    const two = settleCall(settleCall(openBudget(5, 1), 's/a/m1', 0.5), 's/a/m2', 0.25);
    const other = settleCall(two, 's/a-twin/m1', 0.125);
    const settled = spendTurn(other, 's/a/', 0.75);
    expect(settled.spentUsd).toBeCloseTo(1.75);
    expect(settled.holds.map(({ key }) => key)).toEqual(['s/a-twin/m1']);
    expect(remainingUsd(settled)).toBeCloseTo(remainingUsd(other));
  });
});
