import type { WorkspaceBudget } from '../../protocol/records/organisation.js';

/** Identity of the floor the service is set up with. */
export const firstFloor = {
  id: 'default',
  name: 'Default project',
  floor: 1,
  color: '#38bdf8',
} as const;

/** Accent colour of every later floor that names none. */
export const laterFloorColor = '#a78bfa';

/** USD: five for a run, no ceiling on the floor, nothing spent. */
export const newFloorBudget: WorkspaceBudget = { defaultRunUsd: 5, spentUsd: 0 };
