import type { WorkspaceBudget } from '../../protocol/records/organisation.js';

/** Identity of the first floor. */
export const firstFloor = {
  id: 'default',
  name: 'Default project',
  floor: 1,
  color: '#38bdf8',
} as const;

/** Accent colour of later floors that name none. */
export const laterFloorColor = '#a78bfa';

/** USD: five per run, no ceiling of the floor, nothing spent. */
export const newFloorBudget: WorkspaceBudget = { defaultRunUsd: 5, spentUsd: 0 };
