import { describe, expect, it } from '@jest/globals';
import { aRole } from '../../test/support/organisations/a-role.js';
import { effectsOf } from './floor-events.js';
import { newFirstFloor } from './new-floor.js';
import { changeRole, withRoles } from './people/change-role.js';

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
