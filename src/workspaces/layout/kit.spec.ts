import { describe, expect, it } from '@jest/globals';
import { blockKindNames } from '../../protocol/records/layout-enums.js';
import { shippedKit } from './kit.js';
import { growableKinds } from './plan-floor.js';

const { core, blocks } = shippedKit;
const seatCounts = {
  pod4: 4,
  studio6: 6,
  open8: 8,
  duo2: 2,
  studio4: 4,
  meeting6: 6,
  board12: 12,
  hoot4: 4,
  forum16: 12,
  focus4: 4,
  focus6: 6,
  phone1: 1,
  library4: 4,
  workshop4: 4,
  server4: 1,
  break6: 4,
  locker6: 3,
  lounge3: 3,
  gallery6: 3,
  junction: 0,
  junction4: 0,
  corridor: 0,
  passage4: 0,
  portal: 0,
};

describe('the shipped kit', () => {
  it('holds the 24 modules in kit order, each with its seats', () => {
    const counted = blocks.map((kind) => [kind.id, kind.seats.length]);

    expect(counted).toEqual(Object.entries(seatCounts));
  });

  it('has 21 core seats in name order, seven rooms and four ports', () => {
    expect(core.seats).toHaveLength(21);
    expect([...core.seats].sort()).toEqual(core.seats);
    expect(core.rooms).toHaveLength(7);
    expect(core.ports.map(({ id }) => id)).toEqual(['core_e1', 'core_e2', 'core_w1', 'core_w2']);
  });

  it('puts every port on the side of the core that it opens to', () => {
    const access = { e: core.width / 2, w: -core.width / 2 };

    for (const { x, dir } of core.ports) expect(x).toBe(access[dir as 'e' | 'w']);
  });

  it('names seats and rooms after the module, each name once', () => {
    for (const { id, seats, room } of blocks) {
      const capitals = id.toUpperCase();
      seats.forEach((seat, index) => {
        expect(seat).toBe(`Seat_${capitals}_${String(index + 1).padStart(2, '0')}`);
      });
      expect([undefined, `Anchor_Room_${capitals}`]).toContain(room);
    }
  });

  it('gives a room to all but the junctions and the doorway', () => {
    const roomless = blocks.filter(({ room }) => room === undefined).map(({ id }) => id);

    expect(roomless).toEqual(['junction', 'junction4', 'portal']);
  });

  it('uses known kinds, and grows everything except the doorway', () => {
    for (const { kind } of blocks) expect(blockKindNames).toContain(kind);
    expect(blocks.filter((kind) => !growableKinds(shippedKit).includes(kind))).toEqual([
      expect.objectContaining({ id: 'portal' }),
    ]);
  });
});
