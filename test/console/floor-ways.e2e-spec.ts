import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { planFloor } from '../../console/src/floor/floor-plan.js';
import { crosses, Walkways } from '../../console/src/floor/walk.js';
import { wallsOf } from '../../console/src/floor/walls.js';
import { shippedKit } from '../../src/workspaces/layout/kit.js';
import { growableKinds, planFloor as grow } from '../../src/workspaces/layout/plan-floor.js';

const modules = growableKinds(shippedKit);
const planWith = (rooms: number) =>
  planFloor({ layout: { blocks: grow(shippedKit, rooms) }, modules });

describe('ways on a floor', () => {
  const floors = Array.from({ length: 11 }, (_, rooms) => {
    const plan = planWith(rooms);
    return { plan, ways: new Walkways(plan), seats: [...plan.seats.values()] };
  });

  it('lead from any seat to any other, and through no wall', () => {
    const two = fc.record({
      floor: fc.constantFrom(...floors),
      from: fc.nat(),
      to: fc.nat(),
    });
    fc.assert(
      fc.property(two, ({ floor: { plan, ways, seats }, from, to }) => {
        const start = seats[from % seats.length];
        const end = seats[to % seats.length];
        if (start === undefined || end === undefined) throw new Error('no such seat');
        const way = ways.between(start, end);
        expect(way[0]).toMatchObject({ x: start.x, z: start.z });
        expect(way.at(-1)).toMatchObject({ x: end.x, z: end.z });
        for (const [index, corner] of way.slice(1).entries()) {
          const before = way[index] ?? corner;
          expect(plan.walls.filter((wall) => crosses(before, corner, wall))).toEqual([]);
        }
      }),
    );
  });

  it('go around the desks between two places', () => {
    const [{ plan, ways }] = floors as [(typeof floors)[number]];
    const start = { x: -1.4, z: 0.6 };
    const end = { x: -1.4, z: 4 };
    const way = ways.between(start, end);
    expect(way.length).toBeGreaterThan(2);
    expect(plan.walls.every((wall) => !crosses(start, end, wall))).toBe(true);
  });

  it('are straight to where nobody can walk', () => {
    const [{ ways }] = floors as [(typeof floors)[number]];
    const far = { x: 400, z: 400 };
    expect(ways.between({ x: 0, z: 0 }, far)).toEqual([{ x: 0, z: 0 }, far]);
  });
});

describe('the walls of a floor', () => {
  const west = { x: 0, z: 0, width: 4, depth: 4 };
  const east = { x: 4, z: 0, width: 4, depth: 4 };

  it('stand once where two rooms touch, and tell where there are rooms', () => {
    const walls = wallsOf([west, east], []).filter(({ axis }) => axis === 'v');
    expect(walls).toEqual([
      { axis: 'v', at: 0, from: 0, to: 4, rooms: 'after' },
      { axis: 'v', at: 4, from: 0, to: 4, rooms: 'both' },
      { axis: 'v', at: 8, from: 0, to: 4, rooms: 'before' },
    ]);
  });

  it('are open at a door, and there alone', () => {
    const door = { axis: 'v', at: 4, from: 1, to: 2 } as const;
    const walls = wallsOf([west, east], [door]).filter(({ at, axis }) => axis === 'v' && at === 4);
    expect(walls.map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [2, 4],
    ]);
  });

  it('have no door to the outside where no room is joined', () => {
    const outer = planWith(0).walls.filter(({ rooms }) => rooms !== 'both');
    const east11 = outer.filter(({ axis, at }) => axis === 'v' && at === 11);
    expect(east11.map(({ from, to }) => [from, to])).toEqual([[-8, 8]]);
    const joined = planWith(1).walls.filter(({ axis, at }) => axis === 'v' && at === 11);
    expect(joined.some(({ from, to }) => from < -4 && to > -4)).toBe(false);
  });
});
