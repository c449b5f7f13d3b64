import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { blockEdges } from '../../protocol/records/layout-enums.js';
import type { BlockKind, PlacedBlock } from '../../protocol/records/floor.js';
import { doorwaysOf, footprintOf, oppositeEdge, overlaps } from './geometry.js';
import { shippedKit } from './kit.js';
import type { ModuleKit, Port } from './module-kit.js';
import { maxModules, planFloor } from './plan-floor.js';
import { capacityOf } from './seats.js';

describe('planFloor with the shipped kit', () => {
  // The ten modules that fit, in order: id, kind, x, z, rotation, port, capacity.
  const sequence = [
    ['B1', 'pod4', 15, -4, 0, 'core_e1', 25],
    ['B2', 'studio6', 17, 4, 0, 'core_e2', 31],
    ['B3', 'open8', -19, -4, 0, 'core_w1', 39],
    ['B4', 'duo2', -13, 4, 0, 'core_w2', 41],
    ['B5', 'studio4', 23, -4, 0, 'B1:e', 45],
    ['B6', 'meeting6', 27, 4, 0, 'B2:e', 51],
    ['B7', 'board12', -33, -4, 180, 'B3:w', 63],
    ['B8', 'hoot4', -18, 4, 180, 'B4:w', 67],
    ['B9', 'forum16', 33, -4, 0, 'B5:e', 79],
    ['B10', 'focus4', 43, -4, 0, 'B9:e', 83],
  ] as const;

  it.each(sequence)('sets %s, a %s, at (%d, %d) turned by %d', (id, ...row) => {
    const [kind, x, z, rotation, attachedTo, capacity] = row;
    const blocks = planFloor(shippedKit, Number(id.slice(1)));

    expect(blocks.at(-1)).toEqual({ id, kind, x, z, rotation, attachedTo });
    expect(capacityOf(shippedKit, { blocks })).toBe(capacity);
  });

  it('ends at ten modules', () => {
    expect(planFloor(shippedKit, maxModules)).toHaveLength(sequence.length);
  });

  it.each([0, -3])('plans the core alone for %d rooms', (rooms) => {
    expect(planFloor(shippedKit, rooms)).toEqual([]);
  });

  it('does not grow fittings', () => {
    const onlyFittings = {
      ...shippedKit,
      blocks: shippedKit.blocks.filter((kind) => kind.fitting),
    };

    expect(planFloor(onlyFittings, 5)).toEqual([]);
  });
});

describe('planFloor with any kit', () => {
  it('begins a longer plan with the shorter one', () => {
    fc.assert(
      fc.property(anyKit, fc.nat(maxModules), fc.nat(maxModules), (kit, a, b) => {
        const [fewer, more] = [Math.min(a, b), Math.max(a, b)];
        const shorter = planFloor(kit, fewer);
        expect(planFloor(kit, more).slice(0, shorter.length)).toEqual(shorter);
      }),
    );
  });

  it('never exceeds the wish or the ceiling', () => {
    fc.assert(
      fc.property(anyKit, fc.nat(40), (kit, rooms) => {
        expect(planFloor(kit, rooms).length).toBeLessThanOrEqual(Math.min(rooms, maxModules));
      }),
    );
  });

  it('lets nothing overlap', () => {
    fc.assert(
      fc.property(anyKit, (kit) => {
        const { width, depth } = kit.core;
        const remaining = planFloor(kit, maxModules).map((block) =>
          footprintOf(kindOf(kit, block), block),
        );
        const all = [{ x: 0, z: 0, width, depth }, ...remaining];
        all.forEach((one, index) => {
          expect(all.slice(index + 1).filter((other) => overlaps(one, other))).toEqual([]);
        });
      }),
    );
  });

  it('sets every door against the port it is joined to, and uses each port once', () => {
    fc.assert(
      fc.property(anyKit, (kit) => {
        const open = new Map<string, Port>(kit.core.ports.map((port) => [port.id, port]));
        for (const block of planFloor(kit, maxModules)) {
          const doorways = doorwaysOf(kindOf(kit, block), block);
          const port = open.get(block.attachedTo);
          expect(doorways.filter((doorway) => port && facesBack(doorway, port))).toHaveLength(1);
          open.delete(block.attachedTo);
          for (const doorway of doorways) open.set(doorway.id, doorway);
        }
      }),
    );
  });

  it('prefers the kind it has used least', () => {
    const twoPods = kitOf([pod('a'), pod('b')]);

    expect(planFloor(twoPods, 4).map(({ kind }) => kind)).toEqual(['a', 'b', 'a', 'b']);
  });
});

/** Two sides of one opening. */
function facesBack(doorway: Port, port: Port): boolean {
  return doorway.x === port.x && doorway.z === port.z && doorway.dir === oppositeEdge(port.dir);
}

function kindOf(kit: ModuleKit, block: PlacedBlock): BlockKind {
  const kind = kit.blocks.find(({ id }) => id === block.kind);
  if (!kind) throw new Error(`The plan used ${block.kind}, which the kit does not hold.`);
  return kind;
}

function pod(id: string): BlockKind {
  return { id, name: id, kind: 'open', width: 4, depth: 4, doors: ['w', 'e'], seats: [] };
}

function kitOf(blocks: BlockKind[]): ModuleKit {
  return { ...shippedKit, blocks };
}

const anyKit = fc
  .uniqueArray(
    fc.record({
      id: fc.stringMatching(/^[a-z]{1,3}$/),
      width: fc.integer({ min: 1, max: 16 }),
      depth: fc.integer({ min: 1, max: 16 }),
      doors: fc.uniqueArray(fc.constantFrom(...blockEdges), { minLength: 0, maxLength: 4 }),
      fitting: fc.boolean(),
    }),
    { selector: ({ id }) => id, maxLength: 6 },
  )
  .map((kinds) => kitOf(kinds.map((kind) => ({ ...pod(kind.id), ...kind }))));
