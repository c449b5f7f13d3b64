import { describe, expect, it } from '@jest/globals';
import { modelTiers, seniorities, taskClasses } from '../../protocol/records/enums.js';
import type { ModelTier } from '../../protocol/records/enums.js';
import type { Role } from '../../protocol/records/organisation.js';
import { shippedKit } from '../layout/kit.js';
import { defaultDepartments, defaultOrgChart } from './default-org-chart.js';
import { defaultRoles } from './default-roles.js';

const builtInTools = [
  'list_dir',
  'read_file',
  'search_files',
  'write_file',
  'edit_file',
  'glob',
  'grep',
  'apply_patch',
  'run_shell',
  'web_fetch',
  'web_search',
  'git',
  'todo_write',
  'recall',
  'think',
];
const roleIds = defaultRoles.map(({ id }) => id);
const rank = (tier: ModelTier): number => modelTiers.indexOf(tier);
const hexColour = /^#[0-9a-f]{6}$/;

/** The chain of managers of a role; longer than the roster if it is cyclic. */
function chainOf(role: Role): Role[] {
  const chain = [role];
  let manager = managerOf(role);
  while (manager && chain.length <= defaultRoles.length) {
    chain.push(manager);
    manager = managerOf(manager);
  }
  return chain;
}

function managerOf(role: Role): Role | undefined {
  return defaultRoles.find(({ id }) => id === role.reportsTo);
}

describe('the default organisation', () => {
  it('has the thirteen roles of the table, in order, with their seats and bounds', () => {
    const rows = defaultRoles.map((role) =>
      [
        role.id,
        role.seniority,
        role.rank,
        role.reportsTo ?? '-',
        role.seatId,
        role.canDelegate ? 'yes' : 'no',
        role.maxDirectReports,
        role.maxTurnsPerStage,
        role.modelPolicy.maxOutputTokens,
      ].join(' '),
    );

    expect(rows).toEqual([
      'ceo executive 0 - Seat_CEO yes 8 2 4096',
      'design-lead lead 1 ceo Seat_Office2 yes 4 3 4096',
      'ui-designer mid 2 design-lead Seat_Dev_07 no 0 2 3072',
      'researcher lead 1 ceo Seat_Dev_06 no 0 2 4096',
      'cto executive 1 ceo Seat_Office3 yes 6 3 4096',
      'frontend-lead lead 2 cto Seat_Dev_01 yes 3 2 4096',
      'frontend-dev-1 mid 3 frontend-lead Seat_Dev_02 no 0 8 8192',
      'frontend-dev-2 mid 3 frontend-lead Seat_Dev_03 no 0 8 8192',
      'backend-lead lead 2 cto Seat_Dev_04 yes 3 2 4096',
      'backend-dev-1 mid 3 backend-lead Seat_Dev_05 no 0 8 8192',
      'backend-dev-2 mid 3 backend-lead Seat_Dev_08 no 0 8 8192',
      'platform-engineer senior 2 cto Seat_Dev_09 no 0 8 8192',
      'qa-lead lead 2 cto Seat_Dev_10 no 0 3 4096',
    ]);
  });

  it('has eight departments in rooms of the core', () => {
    expect(defaultDepartments.map(({ id }) => id)).toEqual([
      'executive',
      'design',
      'research',
      'technology',
      'frontend',
      'backend',
      'platform',
      'quality',
    ]);
    for (const { roomIds, color } of defaultDepartments) {
      expect(shippedKit.core.rooms).toEqual(expect.arrayContaining([...roomIds]));
      expect(color).toMatch(hexColour);
    }
  });

  it('staffs every department and nobody sits outside one', () => {
    const staffed = new Set(defaultRoles.map(({ departmentId }) => departmentId));

    expect([...staffed].sort()).toEqual(defaultDepartments.map(({ id }) => id).sort());
  });

  it('has one top, below which every chain of managers ends', () => {
    for (const role of defaultRoles) expect(chainOf(role).at(-1)?.id).toBe('ceo');
  });

  it('ranks everybody below their manager, who has room for them', () => {
    for (const role of defaultRoles) {
      const manager = managerOf(role);
      if (!manager) continue;
      const reports = defaultRoles.filter(({ reportsTo }) => reportsTo === manager.id);
      expect(role.rank).toBeGreaterThan(manager.rank);
      expect(reports.length).toBeLessThanOrEqual(manager.maxDirectReports);
    }
  });
});

describe.each(defaultRoles.map((role) => ({ id: role.id, role })))('the role $id', ({ role }) => {
  it('sits alone on a seat of the core, in a room of the core', () => {
    expect(shippedKit.core.seats).toContain(role.seatId);
    expect(shippedKit.core.rooms).toContain(role.roomId);
    expect(defaultRoles.filter(({ seatId }) => seatId === role.seatId)).toEqual([role]);
  });

  it('holds tools that exist, each once', () => {
    expect(builtInTools).toEqual(expect.arrayContaining([...role.allowedTools]));
    expect(new Set(role.allowedTools).size).toBe(role.allowedTools.length);
  });

  it('has a policy within the enumerations, and a default inside its own bounds', () => {
    const { defaultTier, minTier, maxTier, byTaskClass = {}, ...rest } = role.modelPolicy;

    expect(rank(minTier)).toBeLessThanOrEqual(rank(defaultTier));
    expect(rank(defaultTier)).toBeLessThanOrEqual(rank(maxTier));
    expect(taskClasses).toEqual(expect.arrayContaining(Object.keys(byTaskClass)));
    expect(modelTiers).toEqual(expect.arrayContaining(Object.values(byTaskClass)));
    expect(rest.escalateTo === undefined).toBe(rest.escalateAtComplexity === undefined);
    expect(rest.pin).toBeUndefined();
  });

  it('is somebody in particular', () => {
    const { persona, appearance } = role;

    expect(seniorities).toContain(role.seniority);
    expect(defaultRoles.filter((other) => other.displayName === role.displayName)).toEqual([role]);
    expect(role.responsibilities.length).toBeGreaterThanOrEqual(3);
    expect(persona.values).toHaveLength(3);
    expect(persona.voice.length).toBeGreaterThan(80);
    expect(persona.debateStyle?.length).toBeGreaterThan(40);
    expect(appearance.bodyColor).toMatch(hexColour);
    expect(appearance.accentColor).toMatch(hexColour);
    expect(appearance.height).toBeGreaterThanOrEqual(0.9);
    expect(appearance.height).toBeLessThanOrEqual(1.15);
  });
});

describe('defaultOrgChart', () => {
  it('names the company and stamps the time', () => {
    const chart = defaultOrgChart('Mill', 17);

    expect(chart.company).toMatchObject({ name: 'Mill', createdAt: 17 });
    expect(chart.updatedAt).toBe(17);
    expect(chart.pipelineIds).toEqual(['product-build', 'code-change', 'quick-answer']);
    expect(chart.roles.map(({ id }) => id)).toEqual(roleIds);
  });

  it('leaves the routing posture to the caller', () => {
    expect(defaultOrgChart('Mill', 17)).not.toHaveProperty('routingPosture');
  });

  it('gives a copy that shares nothing with the shipped organisation or the next copy', () => {
    const [one, other] = [defaultOrgChart('Mill', 17), defaultOrgChart('Mill', 17)];
    const shared = sharedObjects(one, [other, defaultRoles, defaultDepartments]);

    expect(one).toEqual(other);
    expect(shared).toEqual([]);
  });
});

/** Objects reachable from both. */
function sharedObjects(here: unknown, there: unknown): unknown[] {
  const reachable = objectsIn(there);
  return [...objectsIn(here)].filter((object) => reachable.has(object));
}

function objectsIn(value: unknown, found = new Set<unknown>()): Set<unknown> {
  if (typeof value !== 'object' || value === null || found.has(value)) return found;
  found.add(value);
  for (const inner of Object.values(value)) objectsIn(inner, found);
  return found;
}
