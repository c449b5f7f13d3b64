import type { Workspace, WorkspaceBudget } from '../protocol/records/organisation.js';
import { defaultOrgChart } from './default-organisation/default-org-chart.js';
import { fitRoleSkills } from './people/change-role.js';

/** The parts that distinguish new floors. */
type FloorIdentity = Pick<
  Workspace,
  'id' | 'name' | 'path' | 'description' | 'color' | 'isDefault' | 'floor' | 'skillIds' | 'trusted'
>;

/**
 * A new floor: the shipped organisation under the floor's name, with the installation's posture.
 */
export function newFloor(identity: FloorIdentity, now: number): Workspace {
  const org = defaultOrgChart(identity.name, now);
  const roles = org.roles.map((role) => fitRoleSkills(role, identity.skillIds));
  return { ...identity, budget: newFloorBudget, org: { ...org, roles }, createdAt: now };
}

/** The floor created at first boot. */
export function newFirstFloor(path: string, skillIds: readonly string[], now: number): Workspace {
  return newFloor({ ...firstFloor, path, isDefault: true, skillIds }, now);
}

/** Identity of the first floor. */
const firstFloor = {
  id: 'default',
  name: 'Default project',
  floor: 1,
  color: '#38bdf8',
} as const;

/** USD: five per run, no ceiling of the floor, nothing spent. */
const newFloorBudget: WorkspaceBudget = { defaultRunUsd: 5, spentUsd: 0 };
