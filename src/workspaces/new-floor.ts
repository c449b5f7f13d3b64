import type { Workspace, WorkspaceBudget } from '../protocol/records/organisation.js';
import { defaultOrgChart } from './default-organisation/default-org-chart.js';
import { fitRoleSkills } from './people/change-role.js';

/** What sets a new floor apart from every other new floor. */
type FloorIdentity = Pick<
  Workspace,
  'id' | 'name' | 'path' | 'description' | 'color' | 'isDefault' | 'floor' | 'skillIds'
>;

/**
 * A floor as it opens: the shipped organisation, fully staffed, under the floor's own name. It names
 * no posture and so has the installation's.
 */
export function newFloor(identity: FloorIdentity, now: number): Workspace {
  const org = defaultOrgChart(identity.name, now);
  const roles = org.roles.map((role) => fitRoleSkills(role, identity.skillIds));
  return { ...identity, budget: newFloorBudget, org: { ...org, roles }, createdAt: now };
}

/** The floor the service is set up with. */
export function newFirstFloor(path: string, skillIds: readonly string[], now: number): Workspace {
  return newFloor({ ...firstFloor, path, isDefault: true, skillIds }, now);
}

/** Identity of the floor the service is set up with. */
const firstFloor = {
  id: 'default',
  name: 'Default project',
  floor: 1,
  color: '#38bdf8',
} as const;

/** Accent colour of every later floor that names none. */
export const laterFloorColor = '#a78bfa';

/** USD: five for a run, no ceiling on the floor, nothing spent. */
const newFloorBudget: WorkspaceBudget = { defaultRunUsd: 5, spentUsd: 0 };
