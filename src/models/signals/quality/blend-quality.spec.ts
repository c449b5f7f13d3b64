import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { QualityOpinion } from '#protocol/records/models.js';
import { blendQuality } from './blend-quality.js';

function opinion(quality: number, confidence: number, fitness = {}): QualityOpinion {
  return { source: 'curated', quality, fitness, confidence };
}

describe('blendQuality', () => {
  it('weighs opinions by their confidence', () => {
    expect(blendQuality([opinion(0.8, 0.5), opinion(0.2, 1)])?.quality).toBe(0.4);
  });

  it('blends a class over those that speak about it', () => {
    const blended = blendQuality([
      opinion(0.5, 0.5, { coding: 0.9, design: 0.1 }),
      opinion(0.5, 0.5, { coding: 0.7 }),
    ]);
    expect(blended?.fitness).toEqual({ coding: 0.8, design: 0.1 });
  });

  it.each([0, -1, NaN, Infinity])('ignores a confidence of %d', (confidence) => {
    expect(blendQuality([opinion(0.9, confidence)])).toBeUndefined();
    expect(blendQuality([opinion(0.9, confidence), opinion(0.3, 0.5)])?.quality).toBe(0.3);
  });

  it('has no verdict without opinions', () => {
    expect(blendQuality([])).toBeUndefined();
  });

  it('lies between the extremes of what it heard', () => {
    const fraction = fc.double({ min: 0, max: 1, noNaN: true });
    const opinions = fc.array(
      fc.record({ quality: fraction, confidence: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(opinions, (weighted) => {
        const blended = blendQuality(weighted.map((one) => opinion(one.quality, one.confidence)));
        const qualities = weighted.map(({ quality }) => quality);
        expect(blended?.quality).toBeGreaterThanOrEqual(Math.min(...qualities) - 0.0005);
        expect(blended?.quality).toBeLessThanOrEqual(Math.max(...qualities) + 0.0005);
      }),
    );
  });
});
