import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { aRole } from '../../test/support/organisations/a-role.js';
import {
  openOrganisations,
  type Organisations,
} from '../../test/support/organisations/open-organisations.js';
import { temporaryDirectory } from '../../test/support/temporary-directory.js';
import { Transactions } from '../platform/database/transactions.js';
import type { Workspace } from '../protocol/records/organisation.js';
import { effectsOf, FloorEditor } from './floor-editor.js';
import { FloorSettingsService } from './floors/floor-settings.service.js';
import { FloorClosingService } from './floors/floor-closing.service.js';
import { FloorsService } from './floors/floors.service.js';
import { newFirstFloor } from './new-floor.js';
import { changeRole, withRoles } from './people/change-role.js';
import { PeopleService } from './people/people.service.js';
import { WorkspacesRepository } from './persistence/workspaces.repository.js';
import { ShownFloors } from './shown-floors.js';
import { WorkspacesService } from './workspaces.service.js';

/** One edit of one client; whether it is refused depends on earlier ones. */
type Edit =
  | { readonly kind: 'hire' | 'fire'; readonly roleId: string }
  | { readonly kind: 'seat'; readonly roleId: string; readonly seatId: string | null }
  | { readonly kind: 'budget'; readonly usd: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'spend'; readonly usd: number };

const roleIds = fc.constantFrom('ann', 'ben', 'cleo');
const edits = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom('hire' as const, 'fire' as const), roleId: roleIds }),
    fc.record({
      kind: fc.constant('seat' as const),
      roleId: roleIds,
      seatId: fc.constantFrom(null, 'Seat_Meeting_07', 'Seat_Meeting_08'),
    }),
    fc.record({ kind: fc.constant('budget' as const), usd: fc.nat(9) }),
    fc.record({ kind: fc.constant('name' as const), name: fc.constantFrom('North', 'South') }),
    fc.record({ kind: fc.constant('spend' as const), usd: fc.nat(3) }),
  ),
  { minLength: 2, maxLength: 12 },
);

describe('FloorEditor', () => {
  const inDirectory = temporaryDirectory();
  let office: Organisations;
  let opened = 0;

  beforeAll(async () => {
    office = await openOrganisations({ directory: inDirectory() });
  });
  afterAll(() => office.close());

  const open = (): Promise<Workspace> => {
    opened += 1;
    return office.get(FloorsService).open({ name: 'North', folder: `floor-${opened}` });
  };
  const floorNow = (id: string) => office.get(ShownFloors).find(id) as Workspace;

  const apply = async (id: string, edit: Edit): Promise<unknown> => {
    const people = office.get(PeopleService);
    const settings = office.get(FloorSettingsService);
    switch (edit.kind) {
      case 'hire':
        return people.hire(id, aRole({ id: edit.roleId }));
      case 'fire':
        return people.fire(id, edit.roleId);
      case 'seat':
        return people.setSeat(id, edit.roleId, { seatId: edit.seatId });
      case 'budget':
        return settings.setBudget(id, { defaultRunUsd: edit.usd });
      case 'name':
        return settings.setDetails(id, { name: edit.name });
      case 'spend':
        return office
          .get(Transactions)
          .run(async (tx) => office.get(WorkspacesService).addSpend(tx, id, edit.usd));
    }
  };

  /** The parts of a floor that determine its edits. */
  const essence = ({ name, budget, org }: Workspace) => ({
    name,
    budget,
    people: org.roles.map(({ id, seatId, reportsTo }) => ({ id, seatId, reportsTo })),
  });

  it('leaves a floor that many clients edit at once as if they had taken turns', async () => {
    await fc.assert(
      fc.asyncProperty(edits, async (list) => {
        const [crowded, calm] = [await open(), await open()];
        const outcomes = await Promise.allSettled(list.map((edit) => apply(crowded.id, edit)));
        for (const [index, edit] of list.entries()) {
          const refused = await apply(calm.id, edit).then(
            () => false,
            () => true,
          );
          expect(refused).toBe(outcomes[index]?.status === 'rejected');
        }
        expect(essence(floorNow(crowded.id))).toEqual(essence(floorNow(calm.id)));
        await office.get(FloorClosingService).close(crowded.id);
        await office.get(FloorClosingService).close(calm.id);
      }),
      { numRuns: 25 },
    );
  });

  it('keeps in memory exactly what it stored', async () => {
    const { id } = await open();
    const jobs = Array.from({ length: 8 }, (_, index) =>
      apply(
        id,
        index % 2 === 0 ? { kind: 'hire', roleId: `r${index}` } : { kind: 'spend', usd: index },
      ),
    );
    await Promise.all(jobs);
    const stored = (
      await office.get(WorkspacesRepository).all(office.get(DataSource).manager)
    ).find((floor) => floor.id === id);
    expect(stored).toEqual(floorNow(id));
  });

  it('leaves everything as it was when the change throws', async () => {
    const before = floorNow('default');
    const from = office.events.length;
    const failing = office.get(FloorEditor).edit('default', () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(floorNow('default')).toBe(before);
    expect(office.events).toHaveLength(from);
  });

  it('refuses a floor that does not exist', async () => {
    await expect(office.get(FloorEditor).edit('ghost', (floor) => floor)).rejects.toThrow(
      'No workspace "ghost".',
    );
  });
});

const ann = aRole({ id: 'ann', seatId: 'Seat_CEO', roomId: 'Anchor_Room_CEO' });
const ben = aRole({ id: 'ben' });
const floor = withRoles(newFirstFloor('/work', ['debugging'], 1), [ann, ben]);

describe('effectsOf', () => {
  it('has nothing to tell when nobody is concerned', () => {
    const renamed = changeRole(floor, 'ann', (role) => ({ ...role, mission: 'another' }));
    expect(effectsOf(floor, renamed)).toEqual({ moves: [], changed: [], left: [] });
  });

  it('tells a move from desk to desk, to none, and to another room', () => {
    for (const seat of [
      { seatId: 'Seat_Office2', roomId: 'Anchor_Room_CEO' },
      { seatId: null, roomId: null },
      { seatId: 'Seat_CEO', roomId: 'Anchor_Room_Lobby' },
    ]) {
      const moved = changeRole(floor, 'ann', (role) => ({ ...role, ...seat }));
      const { moves, changed } = effectsOf(floor, moved);
      expect(moves).toEqual([
        {
          type: 'employee.moved',
          employeeId: 'ann',
          fromSeatId: 'Seat_CEO',
          toSeatId: seat.seatId,
          toRoomId: seat.roomId,
        },
      ]);
      expect(changed.map(({ id }) => id)).toEqual(['ann']);
    }
  });

  it('tells who is new, and moves them only when they have a desk', () => {
    const seated = aRole({ id: 'cleo', seatId: 'Seat_Dev_01' });
    const unseated = aRole({ id: 'dan' });
    const { moves, changed } = effectsOf(floor, withRoles(floor, [ann, ben, seated, unseated]));
    expect(changed).toEqual([seated, unseated]);
    expect(moves.map(({ employeeId }) => employeeId)).toEqual(['cleo']);
  });

  it('tells who left', () => {
    expect(effectsOf(floor, withRoles(floor, [ben])).left).toEqual([ann]);
  });

  it('tells who goes by another name, title or department', () => {
    for (const fields of [{ displayName: 'Q' }, { title: 'Q' }, { departmentId: 'q' }]) {
      const changed = changeRole(floor, 'ben', (role) => ({ ...role, ...fields }));
      expect(effectsOf(floor, changed)).toMatchObject({ moves: [], changed: [{ id: 'ben' }] });
    }
  });
});
