import { describe, expect, it } from '@jest/globals';
import { newFirstFloor, newFloor } from '../new-floor.js';
import { budgetOf, summariseFloor } from './summarise-floor.js';

const idle = { activeRuns: 0, activeSpendUsd: 0 };

describe('summariseFloor', () => {
  it('leaves out what a floor does not have', () => {
    const floor = newFloor({ id: 'a', name: 'A', path: '/a', floor: 2, skillIds: ['x'] }, 1);
    const summary = summariseFloor(floor, idle);
    for (const field of ['description', 'color', 'isDefault', 'budgetTotalUsd']) {
      expect(summary).not.toHaveProperty(field);
    }
    expect(summary).toMatchObject({
      style: { preset: 'studio' },
      layout: { blocks: [] },
      capacity: 21,
      roleCount: 13,
      skillCount: 1,
    });
  });

  it('adds what runs that are not settled have spent', () => {
    const floor = newFirstFloor('/a', ['x'], 1);
    const spent = { ...floor, budget: { defaultRunUsd: 5, totalUsd: 9, spentUsd: 2 } };
    expect(summariseFloor(spent, { activeRuns: 3, activeSpendUsd: 0.5 })).toMatchObject({
      isDefault: true,
      activeRuns: 3,
      spentUsd: 2.5,
      budgetTotalUsd: 9,
    });
  });

  it('shows a style that no longer fits as the default', () => {
    const floor = { ...newFirstFloor('/a', ['x'], 1), style: { preset: 'gone' } };
    expect(summariseFloor(floor, idle).style).toEqual({ preset: 'studio' });
  });
});

describe('budgetOf', () => {
  it('has its fields in one order, however the budget came about', () => {
    const floor = newFirstFloor('/a', ['x'], 1);
    const shuffled = { ...floor, budget: { spentUsd: 1, totalUsd: 2, defaultRunUsd: 3 } };
    expect(JSON.stringify(budgetOf(shuffled))).toBe(
      '{"defaultRunUsd":3,"totalUsd":2,"spentUsd":1}',
    );
  });
});
