import { describe, expect, it } from '@jest/globals';
import type { FloorLayout } from '../../protocol/records/floor.js';
import { ceo } from '../default-organisation/executive-roles.js';
import { defaultRoles } from '../default-organisation/default-roles.js';
import { shippedKit } from './kit.js';
import { planFloor } from './plan-floor.js';
import { capacityOf, freeSeats, seatsOf } from './seats.js';

const grown = (rooms: number): FloorLayout => ({ blocks: planFloor(shippedKit, rooms) });

describe('seatsOf', () => {
  it('lists the core first, then each module under its instance', () => {
    const seats = seatsOf(shippedKit, grown(2));

    expect(seats.slice(0, 2).map(({ id }) => id)).toEqual(['Seat_CEO', 'Seat_Dev_01']);
    expect(seats.slice(21, 26)).toEqual([
      { id: 'B1::Seat_POD4_01', roomId: 'B1::Anchor_Room_POD4' },
      { id: 'B1::Seat_POD4_02', roomId: 'B1::Anchor_Room_POD4' },
      { id: 'B1::Seat_POD4_03', roomId: 'B1::Anchor_Room_POD4' },
      { id: 'B1::Seat_POD4_04', roomId: 'B1::Anchor_Room_POD4' },
      { id: 'B2::Seat_STUDIO6_01', roomId: 'B2::Anchor_Room_STUDIO6' },
    ]);
  });

  it('gives every seat of the largest floor an id of its own', () => {
    const ids = seatsOf(shippedKit, grown(24)).map(({ id }) => id);

    expect(new Set(ids).size).toBe(83);
  });

  it('finds no seats in a module whose kind the kit does not hold', () => {
    const [block] = planFloor(shippedKit, 1);
    const layout = { blocks: block ? [{ ...block, kind: 'gone' }] : [] };

    expect(capacityOf(shippedKit, layout)).toBe(21);
  });
});

describe('freeSeats', () => {
  it('skips the seats of the default organisation', () => {
    const free = freeSeats({ kit: shippedKit, layout: grown(0), roles: defaultRoles });

    expect(free.map(({ id }) => id)).toEqual(shippedKit.core.seats.slice(11, 19));
  });

  it('ignores people without a seat', () => {
    const roles = [{ ...ceo, seatId: null }];

    expect(freeSeats({ kit: shippedKit, layout: grown(0), roles })).toHaveLength(21);
  });
});
