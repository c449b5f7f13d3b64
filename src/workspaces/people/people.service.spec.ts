import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aRole } from '#test/support/organisations/a-role.js';
import {
  openOrganisations,
  type Organisations,
} from '#test/support/organisations/open-organisations.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import type { Role, Workspace } from '../../protocol/records/organisation.js';
import { ShownEmployees } from '../employees/shown-employees.js';
import { ShownFloors } from '../shown-floors.js';
import { PeopleService } from './people.service.js';

describe('PeopleService', () => {
  const inDirectory = temporaryDirectory();
  let office: Organisations;
  let people: PeopleService;
  const floor = () => office.get(ShownFloors).find('default') as Workspace;
  const roleOf = (id: string) => floor().org.roles.find((role) => role.id === id) as Role;
  const hire = (fields: Partial<Role> = {}) => people.hire('default', aRole(fields));
  const reported = () => office.events.map((event) => event.type);

  beforeEach(async () => {
    office = await openOrganisations({ directory: inDirectory() });
    people = office.get(PeopleService);
  });
  afterEach(() => office.close());

  describe('hire', () => {
    it('seats the newcomer at the first free desk and tells in order', async () => {
      await hire();
      expect(roleOf('data-analyst')).toMatchObject({ seatId: 'Seat_Meeting_01', roomId: null });
      expect(office.events).toMatchObject([
        { type: 'org.updated', workspaceId: 'default', org: floor().org },
        {
          type: 'employee.moved',
          employeeId: 'data-analyst',
          fromSeatId: null,
          toSeatId: 'Seat_Meeting_01',
          toRoomId: null,
        },
        { type: 'employee.updated', employee: { id: 'data-analyst', status: 'idle' } },
      ]);
    });

    it('cuts skills to those of the floor and tools to those that exist', async () => {
      await hire({ skillIds: ['flying'], allowedTools: ['think', 'teleport'] });
      expect(roleOf('data-analyst').skillIds).toEqual([floor().skillIds[0]]);
      expect(roleOf('data-analyst').allowedTools).toEqual(['think']);
    });

    it('grows the floor when the desks run out, and says so', async () => {
      const ids = Array.from({ length: 9 }, (_, index) => `analyst-${index}`);
      for (const id of ids) await hire({ id });
      expect(floor().layout?.blocks.map(({ kind }) => kind)).toEqual(['pod4']);
      expect(roleOf('analyst-8')).toMatchObject({
        seatId: 'B1::Seat_POD4_01',
        roomId: 'B1::Anchor_Room_POD4',
      });
      expect(reported().slice(-4)).toEqual([
        'org.updated',
        'employee.moved',
        'log',
        'employee.updated',
      ]);
      expect(office.events.at(-2)).toMatchObject({
        level: 'info',
        message: '"Default project" grew 1 room(s) on floor 1.',
      });
    });

    it('still hires, without a desk, when there is nowhere left to build', async () => {
      const hires = Array.from({ length: 71 }, (_, index) => hire({ id: `analyst-${index}` }));
      await Promise.all(hires);
      expect(floor().org.roles).toHaveLength(84);
      expect(roleOf('analyst-70').seatId).toBeNull();
      expect(office.lines).toContainEqual(
        expect.stringContaining(
          '"Default project" has run out of room to build: some employees have no desk.',
        ),
      );
    });

    it.each<[string, Partial<Role>, string]>([
      ['an id that is taken', { id: 'ceo' }, 'A role with id "ceo" already exists here.'],
      ['an unknown manager', { reportsTo: 'ghost' }, 'Reports-to role "ghost" does not exist.'],
      ['an unknown seat', { seatId: 'Seat_X' }, 'There is no seat "Seat_X" on this floor.'],
      ['a taken seat', { seatId: 'Seat_CEO' }, 'Seat "Seat_CEO" is taken by '],
    ])('refuses %s', async (_case, fields, message) => {
      await expect(hire(fields)).rejects.toThrow(message);
      expect(office.events).toEqual([]);
    });

    it.each<[string, unknown, string]>([
      ['nothing', undefined, '"role" must be a complete role.'],
      ['a list', [], '"role" must be a complete role.'],
      ['half a role', { id: 'x', displayName: 'X' }, '"title" must be a string.'],
      ['a blank id', aRole({ id: ' ' }), '"id" must be a non-empty string.'],
      [
        'a seniority that does not exist',
        { ...aRole(), seniority: 'god' },
        '"seniority" must be one of',
      ],
      ['a policy without tiers', { ...aRole(), modelPolicy: {} }, '"defaultTier" must be one of'],
      [
        'a persona without a voice',
        { ...aRole(), persona: { values: [] } },
        '"voice" must be a string.',
      ],
    ])('refuses %s as a role', async (_case, role, message) => {
      await expect(people.hire('default', role)).rejects.toThrow(message);
    });

    it('keeps of a role what a role is made of', async () => {
      await people.hire('default', {
        ...aRole(),
        salary: 1,
        persona: { ...aRole().persona, mood: 1 },
      });
      expect(Object.keys(roleOf('data-analyst')).toSorted()).toEqual(
        Object.keys(aRole()).toSorted(),
      );
      expect(roleOf('data-analyst').persona).toEqual(aRole().persona);
    });
  });

  describe('fire', () => {
    it('moves the reports up and tells that the person is gone', async () => {
      await people.fire('default', 'cto');
      expect(floor().org.roles.some(({ id }) => id === 'cto')).toBe(false);
      expect(roleOf('backend-lead').reportsTo).toBe('ceo');
      expect(office.events).toMatchObject([
        { type: 'org.updated' },
        { type: 'employee.updated', employee: { id: 'cto', status: 'offline', seatId: null } },
      ]);
      expect(office.get(ShownEmployees).find('default', 'cto')).toBeUndefined();
    });

    it('refuses somebody who is not there', async () => {
      await expect(people.fire('default', 'ghost')).rejects.toThrow('No role "ghost".');
    });
  });

  describe('setSeat', () => {
    it('moves somebody and keeps the room unless told otherwise', async () => {
      await people.setSeat('default', 'ceo', { seatId: 'Seat_Meeting_02' });
      expect(roleOf('ceo')).toMatchObject({
        seatId: 'Seat_Meeting_02',
        roomId: 'Anchor_Room_CEO',
      });
      expect(office.events).toMatchObject([
        { type: 'org.updated' },
        { type: 'employee.moved', fromSeatId: 'Seat_CEO', toSeatId: 'Seat_Meeting_02' },
        { type: 'employee.updated', employee: { id: 'ceo', seatId: 'Seat_Meeting_02' } },
      ]);
    });

    it('unseats somebody, room included', async () => {
      await people.setSeat('default', 'ceo', { seatId: null });
      expect(roleOf('ceo')).toMatchObject({ seatId: null, roomId: null });
    });

    it.each([
      ['ghost', null, 'No role "ghost".'],
      ['ceo', 'Seat_X', 'There is no seat "Seat_X" on this floor.'],
      ['ceo', 'Seat_Office3', 'Seat "Seat_Office3" is taken by '],
    ])('refuses %s on %s', async (roleId, seatId, message) => {
      await expect(people.setSeat('default', roleId, { seatId })).rejects.toThrow(message);
    });
  });

  describe('setGrants', () => {
    it('replaces both lists with what exists of them', async () => {
      await people.setGrants('default', 'ceo', {
        allowedTools: ['list_dir', 'teleport', 'list_dir'],
        skillIds: ['debugging', 'flying'],
      });
      expect(roleOf('ceo')).toMatchObject({ allowedTools: ['list_dir'], skillIds: ['debugging'] });
      expect(reported()).toEqual(['org.updated']);
    });

    it('leaves an absent list alone', async () => {
      const { skillIds } = roleOf('ceo');
      await people.setGrants('default', 'ceo', { allowedTools: ['think'] });
      expect(roleOf('ceo')).toMatchObject({ allowedTools: ['think'], skillIds });
    });

    it.each([
      [{}, 'Nothing to change: send allowedTools or skillIds.'],
      [
        { allowedTools: ['teleport'] },
        'An employee must keep at least one tool; the whole list was unknown.',
      ],
      [{ skillIds: ['flying'] }, '"Default project" has none of those skills enabled.'],
    ])('refuses %j', async (grants, message) => {
      await expect(people.setGrants('default', 'ceo', grants)).rejects.toThrow(message);
    });
  });

  describe('setModelPolicy', () => {
    it('replaces the whole policy', async () => {
      const policy = { defaultTier: 'nano', minTier: 'nano', maxTier: 'small' };
      await people.setModelPolicy('default', 'ceo', policy);
      expect(roleOf('ceo').modelPolicy).toEqual(policy);
    });

    it('refuses one that cannot stand', async () => {
      await expect(people.setModelPolicy('default', 'ceo', {})).rejects.toThrow(
        '"defaultTier" must be one of',
      );
    });

    it('refuses an unknown role', async () => {
      const policy = roleOf('ceo').modelPolicy;
      await expect(people.setModelPolicy('default', 'ghost', policy)).rejects.toThrow(
        'No role "ghost".',
      );
    });
  });

  it('gives a floor a posture of its own', async () => {
    await people.setRoutingPosture('default', 'quality');
    expect(office.get(ShownFloors).postureOf(floor())).toBe('quality');
    expect(reported()).toEqual(['org.updated']);
  });
});
