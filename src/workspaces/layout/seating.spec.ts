import { describe, expect, it } from '@jest/globals';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { Role } from '../../protocol/records/organisation.js';
import { ceo, cto } from '../default-organisation/executive-roles.js';
import { shippedKit } from './kit.js';
import { planFloor } from './plan-floor.js';
import { moveToSeat, reseatStranded, seatNewEmployee } from './seating.js';
import type { StaffedFloor } from './seats.js';

const roles: readonly Role[] = [ceo, cto];
const floor: StaffedFloor = {
  kit: shippedKit,
  layout: { blocks: planFloor(shippedKit, 1) },
  roles,
};

describe('moveToSeat', () => {
  it('keeps the room when none is named', () => {
    expect(moveToSeat(floor, ceo, { seatId: 'Seat_Dev_09' })).toEqual({
      ...ceo,
      seatId: 'Seat_Dev_09',
    });
  });

  it('takes the room that is named, null included', () => {
    const change = { seatId: 'B1::Seat_POD4_02', roomId: 'B1::Anchor_Room_POD4' };

    expect(moveToSeat(floor, ceo, change)).toEqual({ ...ceo, ...change });
    expect(moveToSeat(floor, ceo, { seatId: 'Seat_CEO', roomId: null }).roomId).toBeNull();
  });

  it('gives up the room together with the seat', () => {
    const unseated = { ...ceo, seatId: null, roomId: null };

    expect(moveToSeat(floor, ceo, { seatId: null })).toEqual(unseated);
    expect(moveToSeat(floor, ceo, { seatId: null, roomId: 'Anchor_Room_Lobby' })).toEqual(unseated);
  });

  it('refuses a seat the floor does not have', () => {
    expect(() => moveToSeat(floor, ceo, { seatId: 'B2::Seat_STUDIO6_01' })).toThrow(
      new RefusedError('There is no seat "B2::Seat_STUDIO6_01" on this floor.'),
    );
  });

  it('refuses a seat that somebody else holds, and names them', () => {
    expect(() => moveToSeat(floor, ceo, { seatId: 'Seat_Office3' })).toThrow(
      new RefusedError('Seat "Seat_Office3" is taken by Anselm Achebe.'),
    );
  });

  it('lets people stay where they sit', () => {
    expect(moveToSeat(floor, cto, { seatId: 'Seat_Office3' })).toEqual(cto);
  });
});

describe('seatNewEmployee', () => {
  const newEmployee = { ...cto, id: 'newcomer', seatId: null, roomId: null };

  it('gives the first free core seat, without a room', () => {
    expect(seatNewEmployee(floor, newEmployee)).toEqual({ ...newEmployee, seatId: 'Seat_Dev_01' });
  });

  it.each([
    // Who sits where, the department of the newcomer, and the seat that it gets.
    [{ back: ['Seat_Dev_01'], front: ['Seat_Dev_05'] }, 'back', 'Seat_Dev_02', null],
    [{ back: ['Seat_Dev_01'], front: ['Seat_Dev_05'] }, 'front', 'Seat_Dev_04', null],
    [{ back: ['Seat_Dev_01'] }, 'data', 'Seat_CEO', null],
    [{ data: ['B1::Seat_POD4_03'] }, 'data', 'B1::Seat_POD4_02', 'B1::Anchor_Room_POD4'],
    // The only row of the department is full.
    [{ heads: ['Seat_CEO'] }, 'heads', 'Seat_Dev_01', null],
  ])(
    'gives a free seat near its own department: %j, %s',
    (seated, departmentId, seatId, roomId) => {
      const staff = Object.entries(seated).flatMap(([department, seats]) =>
        seats.map((seat) => ({ ...cto, id: seat, departmentId: department, seatId: seat })),
      );
      const seat = seatNewEmployee({ ...floor, roles: staff }, { ...newEmployee, departmentId });
      expect(seat).toMatchObject({ seatId, roomId });
    },
  );

  it('gives a module seat with its room once the core is full', () => {
    const seatedCore = shippedKit.core.seats.map((seatId) => ({ ...ceo, id: seatId, seatId }));

    expect(seatNewEmployee({ ...floor, roles: seatedCore }, newEmployee)).toEqual({
      ...newEmployee,
      seatId: 'B1::Seat_POD4_01',
      roomId: 'B1::Anchor_Room_POD4',
    });
  });

  it('leaves a seat that was chosen alone', () => {
    expect(seatNewEmployee(floor, ceo)).toBe(ceo);
  });

  it('hires without a desk when the floor is full', () => {
    const noSeats = { ...shippedKit, core: { ...shippedKit.core, seats: [] } };

    expect(seatNewEmployee({ kit: noSeats, layout: { blocks: [] }, roles }, newEmployee)).toBe(
      newEmployee,
    );
  });
});

describe('reseatStranded', () => {
  const guest = { ...cto, seatId: 'B2::Seat_STUDIO6_01', roomId: 'B2::Anchor_Room_STUDIO6' };

  it('moves only those whose seat has gone', () => {
    const [stayed, moved] = reseatStranded({ ...floor, roles: [ceo, guest] });

    expect(stayed).toBe(ceo);
    expect(moved).toEqual({ ...guest, seatId: 'Seat_Dev_01', roomId: null });
  });

  it('gives no seat twice', () => {
    const two = reseatStranded({ ...floor, roles: [guest, { ...guest, id: 'second' }] });

    expect(two.map(({ seatId }) => seatId)).toEqual(['Seat_CEO', 'Seat_Dev_01']);
  });

  it('leaves people standing when no seat is left', () => {
    const kit = { ...shippedKit, core: { ...shippedKit.core, seats: ['Seat_CEO'] } };
    const [, remaining] = reseatStranded({ kit, layout: { blocks: [] }, roles: [ceo, guest] });

    expect(remaining).toMatchObject({ seatId: null, roomId: null });
  });
});
