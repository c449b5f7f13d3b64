import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OrganisationDetail } from '../../src/protocol/records/organisation-detail.js';
import type { Role } from '../../src/protocol/records/organisation.js';
import { aRole } from '../support/organisations/a-role.js';
import { eventsAfter, refusalOf } from '../support/organisations/ask-socket.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';

describe('people and rooms', () => {
  let office: RunningOffice;
  const detail = async (id = 'default') =>
    (await office.client.get<OrganisationDetail>(`/api/workspaces/${id}`)).body;
  const roleNow = async (id: string, floor?: string) =>
    (await detail(floor)).roles.find((role) => role.id === id);

  beforeAll(async () => {
    office = await startRealOffice();
    await office.client.post('/api/workspaces', { name: 'Garden' });
  });
  afterAll(() => office.close());

  it('hires: chart, desk, person, in this order', async () => {
    const events = await eventsAfter(office, { type: 'hire', role: aRole() }, 'employee.updated');
    expect(events).toMatchObject([
      { type: 'org.updated', workspaceId: 'default' },
      { type: 'employee.moved', fromSeatId: null, toSeatId: 'Seat_Meeting_01', toRoomId: null },
      { type: 'employee.updated', employee: { id: 'data-analyst', status: 'idle' } },
    ]);
    expect(await roleNow('data-analyst')).toMatchObject({ seatId: 'Seat_Meeting_01' });
  });

  it.each([
    [{ mission: 'x'.repeat(501) }, '"mission" is too long; the limit is 500 characters.'],
    [{ title: 'x'.repeat(121) }, '"title" is too long; the limit is 120 characters.'],
    [
      { responsibilities: ['short', 'x'.repeat(2001)] },
      '"responsibilities[1]" is too long; the limit is 2000 characters.',
    ],
    [
      { responsibilities: Array<string>(9).fill('x'.repeat(1900)) },
      '"role" is too long; the limit is 16000 characters.',
    ],
  ])('hires nobody whose texts are too long: %#', async (texts, refusal) => {
    const role = { ...aRole(), id: 'too-long', ...texts };
    expect(await refusalOf(office, { type: 'hire', role })).toBe(refusal);
    expect(await roleNow('too-long')).toBeUndefined();
  });

  it('opens and changes no floor with a description that is too long', async () => {
    const description = 'x'.repeat(2001);
    const error = '"description" is too long; the limit is 2000 characters.';
    const { client } = office;
    const opened = await client.post('/api/workspaces', { name: 'Long', description });
    expect([opened.status, opened.body]).toEqual([400, { error }]);
    const changed = await client.patch('/api/workspaces/garden', { description });
    expect([changed.status, changed.body]).toEqual([400, { error }]);
  });

  it('moves somebody: chart, desk, person', async () => {
    const command = { type: 'setSeat', employeeId: 'ceo', seatId: 'Seat_Meeting_03' } as const;
    expect(await eventsAfter(office, command, 'employee.updated')).toMatchObject([
      { type: 'org.updated' },
      { type: 'employee.moved', fromSeatId: 'Seat_CEO', toSeatId: 'Seat_Meeting_03' },
      { type: 'employee.updated', employee: { seatId: 'Seat_Meeting_03' } },
    ]);
    const away = { type: 'setSeat', employeeId: 'ceo', seatId: null } as const;
    expect(await eventsAfter(office, away, 'employee.updated')).toMatchObject([
      { type: 'org.updated' },
      { type: 'employee.moved', fromSeatId: 'Seat_Meeting_03', toSeatId: null, toRoomId: null },
      { type: 'employee.updated', employee: { seatId: null, roomId: null } },
    ]);
  });

  it('lets somebody go: chart, a person who is offline', async () => {
    const command = { type: 'fire', roleId: 'backend-lead', workspaceId: 'garden' } as const;
    expect(await eventsAfter(office, command, 'employee.updated')).toMatchObject([
      { type: 'org.updated', workspaceId: 'garden' },
      {
        type: 'employee.updated',
        employee: { id: 'backend-lead', workspaceId: 'garden', status: 'offline' },
      },
    ]);
    expect(await roleNow('backend-dev-1', 'garden')).toMatchObject({ reportsTo: 'cto' });
    expect(await roleNow('backend-lead')).toBeDefined();
  });

  const grants = { roleId: 'qa-lead', allowedTools: ['think'], skillIds: ['debugging'] };
  const policy = { defaultTier: 'nano', minTier: 'nano', maxTier: 'small' } as const;

  it.each<[string, Record<string, unknown>, Partial<Role>]>([
    ['setRoleGrants', grants, { allowedTools: ['think'], skillIds: ['debugging'] }],
    ['setModelPolicy', { roleId: 'qa-lead', policy }, { modelPolicy: policy }],
  ])('applies %s on the floor it names: chart, state', async (type, fields, expected) => {
    const before = await roleNow('qa-lead');
    const command = { type, workspaceId: 'garden', ...fields } as never;
    expect(await eventsAfter(office, command, 'office.updated')).toMatchObject([
      { type: 'org.updated', workspaceId: 'garden' },
    ]);
    expect(await roleNow('qa-lead', 'garden')).toMatchObject(expected);
    expect(await roleNow('qa-lead')).toEqual(before);
  });

  it('gives the floor it names a posture', async () => {
    const command = { type: 'setRoutingPosture', posture: 'cheap', workspaceId: 'garden' } as const;
    await eventsAfter(office, command, 'office.updated');
    expect((await detail('garden')).routingPosture).toBe('cheap');
    expect((await detail()).routingPosture).toBe('balanced');
  });

  it('builds and removes a room on the floor it names: chart, state', async () => {
    for (const [type, describes] of [
      ['addRoom', 'core + 1 rooms · Open pod'],
      ['removeRoom', 'core only'],
    ] as const) {
      const events = await eventsAfter(office, { type, workspaceId: 'garden' }, 'office.updated');
      expect(events.map((event) => event.type)).toEqual(['org.updated']);
      expect((await detail('garden')).floorState.describe).toBe(describes);
    }
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['hire', { role: aRole({ id: 'cto' }) }, 'A role with id "cto" already exists here.'],
    [
      'hire',
      { role: aRole({ id: 'x', reportsTo: 'ghost' }) },
      'Reports-to role "ghost" does not exist.',
    ],
    [
      'hire',
      { role: aRole({ id: 'x', seatId: 'Seat_X' }) },
      'There is no seat "Seat_X" on this floor.',
    ],
    ['hire', {}, '"role" must be a complete role.'],
    ['hire', { role: { ...aRole(), rank: 'high' } }, '"rank" must be a number.'],
    ['fire', { roleId: 'ghost' }, 'No role "ghost".'],
    ['fire', {}, '"roleId" must be a string.'],
    ['setSeat', { employeeId: 'ghost', seatId: null }, 'No role "ghost".'],
    [
      'setSeat',
      { employeeId: 'cto', seatId: 'Seat_X' },
      'There is no seat "Seat_X" on this floor.',
    ],
    ['setSeat', { employeeId: 'cto' }, '"seatId" must be a string or null.'],
    ['setRoleGrants', { roleId: 'cto' }, 'Nothing to change: send allowedTools or skillIds.'],
    [
      'setRoleGrants',
      { roleId: 'cto', allowedTools: ['x'] },
      'An employee must keep at least one tool; the whole list was unknown.',
    ],
    [
      'setRoleGrants',
      { roleId: 'cto', skillIds: ['x'] },
      '"Default project" has none of those skills enabled.',
    ],
    ['setRoleGrants', { roleId: 'ghost', skillIds: ['debugging'] }, 'No role "ghost".'],
    ['setModelPolicy', { roleId: 'ghost', policy }, 'No role "ghost".'],
    ['setModelPolicy', { roleId: 'cto' }, 'A model policy must be an object.'],
    [
      'setRoutingPosture',
      { posture: 'fast' },
      '"posture" must be one of cheap, balanced, quality.',
    ],
    ['removeRoom', {}, '"Default project" is the core office only; there is nothing to remove.'],
  ])('refuses %s with %j', async (type, fields, message) => {
    const before = await detail();
    expect(await refusalOf(office, { type, ...fields })).toBe(message);
    expect(await detail()).toEqual(before);
  });

  it.each([
    'hire',
    'fire',
    'setSeat',
    'setRoleGrants',
    'setModelPolicy',
    'setRoutingPosture',
    'addRoom',
    'removeRoom',
    'setWorkspaceSkills',
    'setWorkspaceBudget',
    'setWorkspaceDetails',
    'setWorkspaceStyle',
  ])('refuses %s on a floor that is not there', async (type) => {
    const fields = {
      role: aRole({ id: 'x' }),
      roleId: 'cto',
      employeeId: 'cto',
      seatId: null,
      policy,
      posture: 'cheap',
      skillIds: ['debugging'],
      budget: {},
      style: null,
    };
    expect(await refusalOf(office, { type, ...fields, workspaceId: 'ghost' })).toBe(
      'No workspace "ghost".',
    );
  });
});
