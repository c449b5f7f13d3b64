import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aModel } from '#test/support/models/a-model.js';
import { examinationUsd, planExamination } from './examination-plan.js';

const capable = { tools: true, vision: false, reasoning: true, streaming: true };
const cheap = aModel({
  id: 'cheap',
  costPerMTokIn: 0.1,
  costPerMTokOut: 0.4,
  capabilities: capable,
});

describe('the plan of an examination', () => {
  it('takes the cheapest model that shows the most', () => {
    const dear = aModel({ ...cheap, id: 'dear', costPerMTokIn: 0.5, costPerMTokOut: 1 });
    const plain = aModel({ id: 'plain', costPerMTokIn: 0.01, costPerMTokOut: 0.01 });
    expect(planExamination([plain, dear, cheap])?.model.id).toBe('cheap');
    expect(planExamination([plain])?.model.id).toBe('plain');
  });

  it('prefers a model with a price to one that costs nothing, and that to an unknown price', () => {
    const free = aModel({ ...cheap, id: 'free', costPerMTokIn: 0, costPerMTokOut: 0 });
    const unknown = aModel({ ...free, id: 'unknown', tier: 'nano', unpriced: true });
    expect(planExamination([unknown, free, cheap])?.model.id).toBe('cheap');
    expect(planExamination([unknown, free])?.model.id).toBe('free');
  });

  it('asks less of a dear model, and nothing of one that is dearer still', () => {
    const priced = (price: number) =>
      aModel({ capabilities: capable, costPerMTokIn: price, costPerMTokOut: price * 4 });
    expect(planExamination([priced(0.1)])?.plan).toMatchObject({
      prefixTokens: 4600,
      toolTokens: 1024,
    });
    expect(planExamination([priced(1)])?.plan.prefixTokens).toBe(1200);
    expect(planExamination([priced(2)])?.plan.prefixTokens).toBe(0);
    expect(planExamination([priced(60)])).toBeNull();
    expect(planExamination([])).toBeNull();
  });

  it('never costs a cent', () => {
    const price = fc.double({ min: 0, max: 200, noNaN: true });
    fc.assert(
      fc.property(price, price, (costPerMTokIn, costPerMTokOut) => {
        const planned = planExamination([aModel({ costPerMTokIn, costPerMTokOut })]);
        expect(planned?.plan.atMostUsd ?? 0).toBeLessThan(examinationUsd);
      }),
    );
  });
});
