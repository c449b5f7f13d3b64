import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { placesOf } from '../../console/src/floor/places.js';
import { planFloor } from '../../console/src/floor/floor-plan.js';
import type { PlacedBlock } from '../../src/protocol/records/floor.js';
import { rotations } from '../../src/protocol/records/layout-enums.js';
import { footprintOf } from '../../src/workspaces/layout/geometry.js';
import { shippedKit } from '../../src/workspaces/layout/kit.js';
import { growableKinds } from '../../src/workspaces/layout/plan-floor.js';
import { seatsOf } from '../../src/workspaces/layout/seats.js';

const modules = growableKinds(shippedKit);
const block = fc.record({
  kind: fc.constantFrom(...modules.map(({ id }) => id)),
  x: fc.integer({ min: -60, max: 60 }),
  z: fc.integer({ min: -60, max: 60 }),
  rotation: fc.constantFrom(...rotations),
  attachedTo: fc.constant('core_e1'),
});
const layout = fc
  .array(block, { maxLength: 12 })
  .map((blocks) => blocks.map((each, index): PlacedBlock => ({ ...each, id: `B${index + 1}` })));

describe('the plan of a floor', () => {
  it('has a place for every seat that the service knows', () => {
    fc.assert(
      fc.property(layout, (blocks) => {
        const plan = planFloor({ layout: { blocks }, modules });
        const seats = seatsOf(shippedKit, { blocks }).map(({ id }) => id);
        expect([...plan.seats.keys()].toSorted()).toEqual(seats.toSorted());
      }),
    );
  });

  it('has every seat of a module inside of it, and every room inside of the picture', () => {
    fc.assert(
      fc.property(layout, (blocks) => {
        const { seats, rooms, bounds } = planFloor({ layout: { blocks }, modules });
        for (const each of blocks) {
          const kind = modules.find(({ id }) => id === each.kind);
          if (kind === undefined) throw new Error('no such kind');
          const { x, z, width, depth } = footprintOf(kind, each);
          for (const [id, place] of seats) {
            if (!id.startsWith(`${each.id}::`)) continue;
            expect(Math.abs(place.x - x)).toBeLessThan(width / 2);
            expect(Math.abs(place.z - z)).toBeLessThan(depth / 2);
          }
        }
        for (const room of rooms) {
          expect(room.x).toBeGreaterThan(bounds.x);
          expect(room.z + room.depth).toBeLessThan(bounds.z + bounds.depth);
        }
      }),
    );
  });

  it('puts nobody where somebody else is', () => {
    const { seats } = planFloor({ layout: { blocks: [] }, modules });
    const places = [...seats.values()].map(({ x, z }) => `${x} ${z}`);
    expect(new Set(places).size).toBe(shippedKit.core.seats.length);
  });

  it('leaves those without a seat in the lobby, each at a place of their own', () => {
    const plan = planFloor({ layout: { blocks: [] }, modules });
    const people = Array.from({ length: 17 }, (_, index) => ({
      id: `${index}`,
      roleId: `${index}`,
      seatId: null,
      status: 'idle' as const,
    }));
    const places = [...placesOf(plan, people, []).values()];
    expect(new Set(places.map(({ x, z }) => `${x} ${z}`)).size).toBe(17);
    for (const { x, z } of places) expect(x > -11 && x < -7 && z > 0 && z < 8).toBe(true);
  });

  it('gathers those who debate at the table of the meeting room', () => {
    const plan = planFloor({ layout: { blocks: [] }, modules });
    const people = ['a', 'b'].map((id) => ({
      id,
      roleId: id,
      seatId: 'Seat_CEO',
      status: 'working' as const,
    }));
    const stage = {
      status: 'running',
      spec: { kind: 'debate', mode: 'debate' },
      participantRoleIds: ['b'],
    } as const;
    const places = placesOf(plan, people, [{ stages: [stage] }]);
    expect(places.get('a')).toEqual(plan.seats.get('Seat_CEO'));
    expect(places.get('b')).toEqual(plan.seats.get('Seat_Meeting_01'));
  });

  it('gathers who reviews and who built, also while somebody is asked', () => {
    const plan = planFloor({ layout: { blocks: [] }, modules });
    const people = ['a', 'b', 'c'].map((id) => ({
      id,
      roleId: id,
      seatId: 'Seat_CEO',
      status: 'working' as const,
    }));
    const build = {
      status: 'done',
      spec: { kind: 'build', mode: 'parallel' },
      participantRoleIds: ['a'],
    } as const;
    const review = {
      status: 'awaiting-approval',
      spec: { kind: 'review', mode: 'review-loop' },
      participantRoleIds: ['b'],
    } as const;
    const places = placesOf(plan, people, [{ stages: [build, review] }]);
    expect(places.get('a')).toEqual(plan.seats.get('Seat_Meeting_01'));
    expect(places.get('b')).not.toEqual(plan.seats.get('Seat_CEO'));
    expect(places.get('c')).toEqual(plan.seats.get('Seat_CEO'));
  });

  it('lets some of those who are free rest in the lounge, and nobody who has a part in a run', () => {
    const plan = planFloor({ layout: { blocks: [] }, modules });
    const desks = [...plan.seats.keys()].filter((id) => plan.seats.get(id)?.hasDesk === true);
    const people = desks.map((seatId) => ({ id: seatId, roleId: seatId, seatId }));
    const inLounge = (status: 'idle' | 'working', participantRoleIds: readonly string[]) => {
      const spec = { kind: 'plan', mode: 'single' } as const;
      const stage = { status: 'running', spec, participantRoleIds } as const;
      const all = people.map((person) => ({ ...person, status }));
      const places = [...placesOf(plan, all, [{ stages: [stage] }]).values()];
      return places.filter(({ x, z }) => x < -7 && z < 0).length;
    };
    const resting = inLounge('idle', []);
    expect(resting > 0 && resting <= 4).toBe(true);
    expect(inLounge('idle', desks)).toBe(0);
    expect(inLounge('working', [])).toBe(0);
  });
});
