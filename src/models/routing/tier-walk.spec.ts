import { describe, expect, it } from '@jest/globals';
import { tierAffinity, tierWalk } from './tier-walk.js';

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
