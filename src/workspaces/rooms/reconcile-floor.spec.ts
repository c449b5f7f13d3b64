import { describe, expect, it } from '@jest/globals';
import { aRole } from '#test/support/organisations/a-role.js';
import { shippedKit } from '../layout/kit.js';
import { planFloor } from '../layout/plan-floor.js';
import { newFirstFloor } from '../new-floor.js';
import { withRoles } from '../people/change-role.js';
import { reconcileFloor } from './reconcile-floor.js';

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
