import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { FloorLayout } from '../../protocol/records/floor.js';
import { addRoom, dropUnknownModules, growToSeat, removeNewest } from './change-layout.js';
import { shippedKit } from './kit.js';
import { maxModules, planFloor } from './plan-floor.js';
import { capacityOf } from './seats.js';

const now = 1_700_000_000_000;
const coreOnly: FloorLayout = { blocks: [] };
const grown = (rooms: number): FloorLayout => ({ blocks: planFloor(shippedKit, rooms) });
const fullFloor = grown(maxModules);

describe('growToSeat', () => {
  it('leaves a floor alone that seats everybody', () => {
    const growth = growToSeat(shippedKit, coreOnly, { roster: 21, now });

    expect(growth).toEqual({ layout: coreOnly, added: 0, exhausted: false });
    expect(growth.layout).toBe(coreOnly);
  });

  it('adds as many rooms as the roster needs, and says when', () => {
    expect(growToSeat(shippedKit, coreOnly, { roster: 26, now })).toEqual({
      layout: { ...grown(2), updatedAt: now },
      added: 2,
      exhausted: false,
    });
  });

  it('stops at the last port and reports that somebody has no seat', () => {
    const growth = growToSeat(shippedKit, grown(9), { roster: 84, now });

    expect(growth).toEqual({
      layout: { ...fullFloor, updatedAt: now },
      added: 1,
      exhausted: true,
    });
  });

  it('seats the roster with no room to spare, or has built on every port', () => {
    fc.assert(
      fc.property(fc.nat(10), fc.nat(100), (rooms, roster) => {
        const { layout, added, exhausted } = growToSeat(shippedKit, grown(rooms), { roster, now });
        const smaller = { blocks: layout.blocks.slice(0, -1) };
        const seats = capacityOf(shippedKit, layout);
        expect(exhausted).toBe(seats < roster);
        expect(exhausted && layout.blocks.length < fullFloor.blocks.length).toBe(false);
        expect(added > 0 && capacityOf(shippedKit, smaller) >= roster).toBe(false);
      }),
    );
  });
});

describe('addRoom', () => {
  it('builds the next module of the plan', () => {
    expect(addRoom(shippedKit, grown(3), now)).toEqual({ ...grown(4), updatedAt: now });
  });

  it('refuses when every port is used or blocked', () => {
    expect(() => addRoom(shippedKit, fullFloor, now)).toThrow(
      new RefusedError('there is no room left to build on: every port is either used or blocked.'),
    );
  });

  it('refuses with a kit that holds no rooms', () => {
    expect(() => addRoom({ ...shippedKit, blocks: [] }, coreOnly, now)).toThrow(
      new RefusedError('the block kit has no rooms to build with.'),
    );
  });
});

describe('removeNewest', () => {
  const floor = { name: 'Mill', roster: 22 };

  it('takes the last module and keeps the time of the last one added', () => {
    const layout = { ...grown(3), updatedAt: now };

    expect(removeNewest(shippedKit, layout, floor)).toEqual({ ...grown(2), updatedAt: now });
  });

  it('refuses when only the core stands', () => {
    expect(() => removeNewest(shippedKit, coreOnly, floor)).toThrow(
      new RefusedError('"Mill" is the core office only; there is nothing to remove.'),
    );
  });

  it('refuses when the rest could not seat everybody', () => {
    expect(() => removeNewest(shippedKit, grown(1), floor)).toThrow(
      new RefusedError(
        '"Mill" has 22 employee(s) and would only have 21 seat(s) left; no room can be spared.',
      ),
    );
  });

  it('undoes addRoom', () => {
    fc.assert(
      fc.property(fc.nat(9), (rooms) => {
        const larger = addRoom(shippedKit, grown(rooms), now);
        expect(removeNewest(shippedKit, larger, { name: 'Mill', roster: 0 }).blocks).toEqual(
          grown(rooms).blocks,
        );
      }),
    );
  });
});

describe('dropUnknownModules', () => {
  it('keeps a layout that the kit still covers', () => {
    expect(dropUnknownModules(shippedKit, fullFloor).layout).toBe(fullFloor);
  });

  it('leaves out modules whose kind has left the kit, and names the kinds', () => {
    const kit = { ...shippedKit, blocks: shippedKit.blocks.filter(({ id }) => id !== 'studio6') };
    const { layout, dropped } = dropUnknownModules(kit, grown(3));

    expect(layout.blocks.map(({ id }) => id)).toEqual(['B1', 'B3']);
    expect(dropped).toEqual(['studio6']);
  });

  it('lets the floor be planned anew afterwards', () => {
    const kit = { ...shippedKit, blocks: shippedKit.blocks.filter(({ id }) => id !== 'studio6') };
    const { layout } = dropUnknownModules(kit, grown(3));

    expect(growToSeat(kit, layout, { roster: 34, now }).layout.blocks).toEqual(planFloor(kit, 3));
  });
});
