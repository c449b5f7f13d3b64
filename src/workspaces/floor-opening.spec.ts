import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { aRole } from '#test/support/organisations/a-role.js';
import { openOrganisations } from '../../test/support/organisations/open-organisations.js';
import { temporaryDirectory } from '../../test/support/temporary-directory.js';
import { FloorEditor } from './floor-editor.js';
import { reconcileFloor } from './floor-opening.js';
import { shippedKit } from './layout/kit.js';
import { planFloor } from './layout/plan-floor.js';
import { newFirstFloor } from './new-floor.js';
import { withRoles } from './people/change-role.js';
import { ShownFloors } from './shown-floors.js';

describe('FloorOpening', () => {
  const inDirectory = temporaryDirectory();

  it('opens the default floor, fully staffed, with its directory on a first boot', async () => {
    const office = await openOrganisations({ directory: inDirectory('first') });
    const [floor, ...others] = office.get(ShownFloors).list();
    expect(others).toEqual([]);
    expect(floor).toMatchObject({
      id: 'default',
      name: 'Default project',
      floor: 1,
      color: '#38bdf8',
      isDefault: true,
      path: inDirectory('first', 'workspace'),
      budget: { defaultRunUsd: 5, spentUsd: 0 },
    });
    expect(floor?.org.roles).toHaveLength(13);
    expect(existsSync(inDirectory('first', 'workspace'))).toBe(true);
    await office.close();
  });

  it('opens what was stored on a later boot', async () => {
    const options = { directory: inDirectory('later'), env: { OFFICE_DB: 'office.sqlite' } };
    const first = await openOrganisations(options);
    await first.get(FloorEditor).edit('default', (floor) => ({ ...floor, description: 'kept' }));
    const before = first.get(ShownFloors).list();
    await first.close();

    const second = await openOrganisations(options);
    expect(JSON.stringify(second.get(ShownFloors).list())).toBe(JSON.stringify(before));
    await second.close();
  });
});

const floor = newFirstFloor('/work', ['debugging'], 1);
const crowd = Array.from({ length: 23 }, (_, index) =>
  aRole({ id: `r${index}`, seatId: shippedKit.core.seats[index] ?? null }),
);

describe('reconcileFloor', () => {
  it('gives back the very floor when it fits', () => {
    expect(reconcileFloor(shippedKit, floor, 5)).toEqual({
      floor,
      dropped: [],
      added: 0,
      exhausted: false,
    });
    expect(reconcileFloor(shippedKit, floor, 5).floor).toBe(floor);
  });

  it('grows until the roster can be seated', () => {
    const reconciled = reconcileFloor(shippedKit, withRoles(floor, crowd), 5);
    expect(reconciled.added).toBe(1);
    expect(reconciled.floor.layout).toEqual({
      blocks: [expect.objectContaining({ kind: 'pod4' })],
      updatedAt: 5,
    });
    expect(reconciled.floor.org.updatedAt).toBe(5);
  });

  it('drops modules that the kit has lost, and seats again who sat there', () => {
    const [pod] = planFloor(shippedKit, 1);
    const stranded = aRole({ seatId: 'B1::Seat_POD4_01', roomId: 'B1::Anchor_Room_POD4' });
    const grown = { ...withRoles(floor, [stranded]), layout: { blocks: pod ? [pod] : [] } };
    const smaller = {
      ...shippedKit,
      blocks: shippedKit.blocks.filter(({ id }) => id !== 'pod4'),
    };
    const reconciled = reconcileFloor(smaller, grown, 5);
    expect(reconciled.dropped).toEqual(['pod4']);
    expect(reconciled.floor.layout?.blocks).toEqual([]);
    expect(reconciled.floor.org.roles).toEqual([{ ...stranded, seatId: 'Seat_CEO', roomId: null }]);
  });

  it('says when there is not room for everyone', () => {
    const roles = Array.from({ length: 84 }, (_, index) => aRole({ id: `r${index}` }));
    const reconciled = reconcileFloor(shippedKit, withRoles(floor, roles), 5);
    expect(reconciled).toMatchObject({ added: 10, exhausted: true });
  });
});
