import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aPolicy } from '#test/support/models/a-model.js';
import { modelTiers, routingPostures } from '../../protocol/records/enums.js';
import { clampTier } from '../catalogue/tiers.js';
import type { RouteRequest } from './route-request.js';
import { targetTier, tierAffinity, tierWalk } from './target-tier.js';

function request(overrides: Partial<RouteRequest> = {}): RouteRequest {
  return { taskClass: 'coding', complexity: 0.5, policy: aPolicy(), ...overrides };
}

describe('targetTier', () => {
  it("is the class's tier, else the default", () => {
    const policy = aPolicy({ defaultTier: 'small', byTaskClass: { coding: 'strong' } });
    expect(targetTier(request({ policy }), false)).toEqual({
      origin: 'strong',
      tier: 'strong',
      notes: [],
    });
    expect(targetTier(request({ policy, taskClass: 'review' }), false).tier).toBe('small');
  });

  it('goes down to the minimum in the cheap posture', () => {
    const policy = aPolicy({ minTier: 'small' });
    expect(targetTier(request({ policy, posture: 'cheap' }), false)).toEqual({
      origin: 'standard',
      tier: 'small',
      notes: ["posture 'cheap' lowered to small"],
    });
  });

  it('goes one tier up in the quality posture', () => {
    expect(targetTier(request({ posture: 'quality' }), false)).toMatchObject({
      tier: 'strong',
      notes: ["posture 'quality' raised to strong"],
    });
  });

  it('says nothing of a posture that changes nothing', () => {
    const lowest = aPolicy({ defaultTier: 'small', minTier: 'small' });
    const highest = aPolicy({ defaultTier: 'max' });
    expect(targetTier(request({ posture: 'balanced' }), false).notes).toEqual([]);
    expect(targetTier(request({ policy: lowest, posture: 'cheap' }), false).notes).toEqual([]);
    expect(targetTier(request({ policy: highest, posture: 'quality' }), false).notes).toEqual([]);
  });

  it('takes the cheap posture when less than five cents are left', () => {
    const almost = request({ posture: 'quality', budgetRemainingUsd: 0.0499 });
    expect(targetTier(almost, false)).toMatchObject({
      tier: 'nano',
      notes: ['budget nearly exhausted', "posture 'cheap' lowered to nano"],
    });
    expect(targetTier(request({ budgetRemainingUsd: 0.05 }), false).notes).toEqual([]);
  });

  it('escalates at the threshold, whatever the posture said', () => {
    const policy = aPolicy({ escalateAtComplexity: 0.7, escalateTo: 'max' });
    const hard = request({ policy, complexity: 0.7, posture: 'cheap' });
    expect(targetTier(hard, false)).toMatchObject({
      tier: 'max',
      notes: ["posture 'cheap' lowered to nano", 'complexity 0.7 >= 0.7 escalated to max'],
    });
    expect(targetTier(request({ policy, complexity: 0.69 }), false).notes).toEqual([]);
  });

  it('never escalates without a threshold or without a tier to go to', () => {
    const noThreshold = aPolicy({ escalateTo: 'max' });
    const noTier = aPolicy({ escalateAtComplexity: 0.1 });
    expect(targetTier(request({ policy: noThreshold, complexity: 1 }), false).tier).toBe(
      'standard',
    );
    expect(targetTier(request({ policy: noTier, complexity: 1 }), false).tier).toBe('standard');
  });

  it('clamps after escalating', () => {
    const policy = aPolicy({ maxTier: 'strong', escalateAtComplexity: 0.5, escalateTo: 'max' });
    expect(targetTier(request({ policy }), false)).toMatchObject({
      tier: 'strong',
      notes: [
        'complexity 0.5 >= 0.5 escalated to max',
        'clamped to strong (policy bounds nano..strong)',
      ],
    });
  });

  it('raises a class below the minimum by the clamp, not by the cheap posture', () => {
    const policy = aPolicy({ byTaskClass: { coding: 'nano' }, minTier: 'small' });
    expect(targetTier(request({ policy, posture: 'cheap' }), false)).toMatchObject({
      tier: 'small',
      notes: ['clamped to small (policy bounds small..max)'],
    });
  });

  it('leaves posture, budget and complexity out when a pin is in force', () => {
    const policy = aPolicy({ escalateAtComplexity: 0, escalateTo: 'max', maxTier: 'small' });
    const pinned = request({ policy, posture: 'quality', budgetRemainingUsd: 0 });
    expect(targetTier(pinned, true)).toEqual({
      origin: 'standard',
      tier: 'small',
      notes: ['clamped to small (policy bounds nano..small)'],
    });
  });

  it('always ends inside the bounds of the policy', () => {
    const tier = fc.constantFrom(...modelTiers);
    fc.assert(
      fc.property(
        fc.record({ defaultTier: tier, minTier: tier, maxTier: tier, escalateTo: tier }),
        fc.constantFrom(...routingPostures),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        (tiers, posture, complexity, pinned) => {
          fc.pre(clampTier(tiers.minTier, tiers.minTier, tiers.maxTier) === tiers.minTier);
          const policy = aPolicy({ ...tiers, escalateAtComplexity: 0.5 });
          const target = targetTier(request({ policy, posture, complexity }), pinned);
          expect(clampTier(target.tier, tiers.minTier, tiers.maxTier)).toBe(target.tier);
        },
      ),
    );
  });
});

describe('tierWalk', () => {
  it('begins at the target, goes up, then down', () => {
    expect(tierWalk('standard', [])).toEqual(['standard', 'strong', 'max', 'small', 'nano']);
    expect(tierWalk('max', [])).toEqual(['max', 'strong', 'standard', 'small', 'nano']);
  });

  it('puts the tiers that rules name in front, in their order', () => {
    const rules = [
      { id: 'a', description: '', tier: 'small' as const },
      { id: 'b', description: '' },
      { id: 'c', description: '', tier: 'nano' as const },
    ];
    expect(tierWalk('strong', rules)).toEqual(['small', 'nano', 'strong', 'max', 'standard']);
  });
});

describe('tierAffinity', () => {
  it('falls by 0.15 a step and is nothing off the walk', () => {
    expect([0, 1, 4].map(tierAffinity)).toEqual([1, 0.85, 0.4]);
    expect(tierAffinity(-1)).toBe(0);
    expect(tierAffinity(7)).toBe(0);
  });
});
