import { describe, expect, it } from '@jest/globals';
import { askingOf } from '../../console/src/floor/asking.js';
import { bubblePlace } from '../../console/src/floor/bubble-place.js';
import { zonesOf } from '../../console/src/floor/departments.js';
import { paletteOf } from '../../console/src/floor/floor-palette.js';
import { planFloor } from '../../console/src/floor/floor-plan.js';
import { lookOf } from '../../console/src/floor/looks.js';
import { talkOf } from '../../console/src/floor/talk.js';
import { metres, viewOf } from '../../console/src/floor/view.js';

const plan = planFloor({ layout: { blocks: [] }, modules: [] });
const seatOf = (id: string) => {
  const seat = plan.seats.get(id);
  if (seat === undefined) throw new Error(`no seat ${id}`);
  return seat;
};

describe('who talks to whom', () => {
  const said = (from: string, to: readonly string[], at: number, stageId = 'S') => ({
    at,
    stageId,
    fromEmployeeId: from,
    toEmployeeIds: to,
  });

  it('is the latest speaker, and the one who spoke before them in the stage', () => {
    const speeches = [
      said('a', ['b', 'c'], 1),
      said('c', ['a', 'b'], 2, 'other'),
      said('b', ['a', 'c'], 3),
    ];
    expect(talkOf(speeches, 10)).toEqual({ from: 'b', to: 'a' });
  });

  it('is the only one who is spoken to', () => {
    expect(talkOf([said('a', ['b'], 1)], 10)).toEqual({ from: 'a', to: 'b' });
  });

  it('is nobody when words go to all, or were said long ago', () => {
    expect(talkOf([said('a', ['b', 'c'], 1)], 10)).toBeNull();
    expect(talkOf([said('a', ['b'], 1)], 60_000)).toBeNull();
    expect(talkOf([], 0)).toBeNull();
  });
});

it('marks those whose question is open, and nobody for the question of another floor', () => {
  const asking = askingOf(
    [
      { status: 'pending', employeeId: 'a', runId: 'here' },
      { status: 'approved', employeeId: 'b', runId: 'here' },
      { status: 'pending', employeeId: 'c', runId: 'elsewhere' },
    ],
    [{ id: 'here' }],
  );
  expect([...asking]).toEqual(['a']);
});

describe('the zones of departments', () => {
  const departments = [
    { id: 'front', name: 'Frontend', color: '#38bdf8' },
    { id: 'back', name: 'Backend', color: '#34d399' },
  ];
  const sits = (seatId: string | null, departmentId: string) => ({ seatId, departmentId });

  it('join desks side by side, and hold them all', () => {
    const roles = [
      sits('Seat_Dev_01', 'front'),
      sits('Seat_Dev_02', 'front'),
      sits('Seat_Dev_04', 'back'),
    ];
    const zones = zonesOf(plan.seats, roles, departments);
    expect(zones.map(({ name }) => name)).toEqual(['Frontend', 'Backend']);
    const [front] = zones;
    if (front === undefined) throw new Error('no zone');
    for (const id of ['Seat_Dev_01', 'Seat_Dev_02']) {
      const { x, z } = seatOf(id);
      expect(x > front.x && x < front.x + front.width).toBe(true);
      expect(z > front.z && z < front.z + front.depth).toBe(true);
    }
  });

  it('leave out those without a desk, a seat or a department', () => {
    const roles = [
      sits(null, 'front'),
      sits('Seat_Meeting_01', 'front'),
      sits('Seat_Dev_01', 'gone'),
    ];
    expect(zonesOf(plan.seats, roles, departments)).toEqual([]);
  });
});

describe('words above a head', () => {
  const wide = { x: -12, z: -16, width: 24, depth: 32 };

  it('stand over the roof while people sit at a table, and reach down to the speaker', () => {
    const seat = seatOf('Seat_Meeting_04');
    const place = bubblePlace(seat, plan.rooms, wide, 2);
    expect(place.z).toBeLessThan(-8);
    expect(place.z + place.tail).toBeGreaterThan(seat.z - 1.5);
    expect(place.side).toBe('left');
  });

  it('stand above the head at a desk, and below where there is no room', () => {
    const seat = seatOf('Seat_CEO');
    expect(bubblePlace(seat, plan.rooms, wide, 2)).toMatchObject({ tail: 0, isBelow: false });
    const low = { ...wide, z: -8.5 };
    expect(bubblePlace(seat, plan.rooms, low, 2).isBelow).toBe(true);
  });
});

describe('the view of a floor', () => {
  it('fills the stage, with all of the floor in it', () => {
    const { metre, view } = viewOf(plan.bounds, 'auto', { width: 860, height: 850, tallest: 900 });
    expect(view.width * metre).toBeCloseTo(860);
    expect(view.depth * metre).toBeCloseTo(850);
    expect(view.x).toBeLessThanOrEqual(plan.bounds.x);
    expect(view.z).toBeLessThanOrEqual(plan.bounds.z);
  });

  it('lets a wide floor reach out of the stage, until all of it is asked for', () => {
    const bounds = { x: -45, z: -10, width: 90, depth: 20 };
    const stage = { width: 860, height: 850, tallest: 900 };
    const { metre, view } = viewOf(bounds, 'auto', stage);
    expect(metre).toBe(metres.comfortable);
    expect(view.width).toBe(90);
    expect(viewOf(bounds, 'all', stage).metre).toBeCloseTo(860 / 90);
  });

  it('is no larger and no smaller than it can be', () => {
    const stage = { width: 860, height: 850, tallest: 900 };
    expect(viewOf(plan.bounds, 1000, stage).metre).toBe(metres.largest);
    expect(viewOf(plan.bounds, 1, stage).metre).toBe(metres.smallest);
  });
});

it('draws the same person the same, and not all alike', () => {
  expect(lookOf('ceo')).toEqual(lookOf('ceo'));
  const looks = Array.from({ length: 30 }, (_, index) => JSON.stringify(lookOf(`person-${index}`)));
  expect(new Set(looks).size).toBeGreaterThan(25);
});

it('takes the colours of a preset, and what was changed of it', () => {
  const own = paletteOf({
    preset: 'noir',
    materials: { wall: { color: '#123456' }, glass: { color: '#abcdef' } },
  });
  expect(own).toMatchObject({
    '--f-wall': '#123456',
    '--f-glass': '#abcdef',
    '--f-soft': '#a4373a',
  });
  expect(paletteOf({ preset: 'unknown' })).toEqual(paletteOf({ preset: 'studio' }));
});
