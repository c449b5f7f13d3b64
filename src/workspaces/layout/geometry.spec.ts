import { describe, expect, it } from '@jest/globals';
import type { BlockKind } from '../../protocol/records/floor.js';
import { doorwaysOf, flushAgainst, footprintOf, overlaps, turnEdge } from './geometry.js';

const kind: BlockKind = {
  id: 'ell',
  name: 'Ell',
  kind: 'open',
  width: 12,
  depth: 6,
  doors: ['w', 'n'],
  seats: [],
};

describe('turnEdge', () => {
  it.each([
    ['n', 'w'],
    ['e', 'n'],
    ['s', 'e'],
    ['w', 's'],
  ] as const)('takes %s to %s in a quarter turn', (edge, turned) => {
    expect(turnEdge(edge, 90)).toBe(turned);
    expect(turnEdge(turned, 270)).toBe(edge);
    expect(turnEdge(edge, 0)).toBe(edge);
  });
});

describe('overlaps', () => {
  const square = (x: number, z: number) => ({ x, z, width: 4, depth: 4 });

  it('lets neighbours touch', () => {
    expect(overlaps(square(0, 0), square(4, 0))).toBe(false);
    expect(overlaps(square(0, 0), square(3.995, 0))).toBe(false);
  });

  it('sees a real overlap, corners included', () => {
    expect(overlaps(square(0, 0), square(3.9, 3.9))).toBe(true);
    expect(overlaps(square(0, 0), square(0, 0))).toBe(true);
  });

  it('needs both directions to overlap', () => {
    expect(overlaps(square(0, 0), square(1, 5))).toBe(false);
  });
});

describe('a turned module', () => {
  it('swaps width and depth on a quarter turn only', () => {
    expect(footprintOf(kind, { x: 1, z: 2, rotation: 90 })).toEqual({
      x: 1,
      z: 2,
      width: 6,
      depth: 12,
    });
    expect(footprintOf(kind, { x: 1, z: 2, rotation: 180 })).toMatchObject({ width: 12, depth: 6 });
  });

  it('stands flush against a port, centred on it', () => {
    const south = { id: 'core_s', x: 3, z: 8, dir: 's' } as const;

    expect(flushAgainst(south, kind, 0)).toEqual({ x: 3, z: 11, rotation: 0 });
    expect(flushAgainst(south, kind, 90)).toEqual({ x: 3, z: 14, rotation: 90 });
  });

  it('names its doorways after the side they face on the floor', () => {
    expect(doorwaysOf(kind, { id: 'B2', x: 0, z: 0, rotation: 90 })).toEqual([
      { id: 'B2:s', x: 0, z: 6, dir: 's' },
      { id: 'B2:w', x: -3, z: 0, dir: 'w' },
    ]);
  });
});
