import type { BlockEdge, Rotation } from '../../protocol/records/layout-enums.js';
import type { BlockKind, PlacedBlock } from '../../protocol/records/floor.js';
import type { Port } from './module-kit.js';

/** An axis-aligned rectangle: centre and size, metres. */
export interface Footprint {
  readonly x: number;
  readonly z: number;
  readonly width: number;
  readonly depth: number;
}

/** Position and rotation of a module. */
export type Placement = Pick<PlacedBlock, 'x' | 'z' | 'rotation'>;

/** Overlap that is tolerated between two modules, metres. */
const tolerance = 0.01;

/** +x is east, +z is south. */
const outward = {
  n: { x: 0, z: -1 },
  e: { x: 1, z: 0 },
  s: { x: 0, z: 1 },
  w: { x: -1, z: 0 },
} as const satisfies Record<BlockEdge, { x: number; z: number }>;

/** Each quarter turn rotates an edge: n to w, w to s, s to e, e to n. */
const turnOrder: readonly BlockEdge[] = ['n', 'w', 's', 'e'];

/** The side that an edge faces after rotation. */
export function turnEdge(edge: BlockEdge, rotation: Rotation): BlockEdge {
  const turned = (turnOrder.indexOf(edge) + rotation / 90) % turnOrder.length;
  return turnOrder[turned] ?? edge;
}

export function oppositeEdge(edge: BlockEdge): BlockEdge {
  return turnEdge(edge, 180);
}

/** Half a turn keeps the size, a quarter turn swaps width and depth. */
function sizeWhenTurned(
  kind: Pick<BlockKind, 'width' | 'depth'>,
  rotation: Rotation,
): Pick<Footprint, 'width' | 'depth'> {
  const { width, depth } = kind;
  return rotation % 180 === 0 ? { width, depth } : { width: depth, depth: width };
}

export function footprintOf(kind: BlockKind, { x, z, rotation }: Placement): Footprint {
  return { x, z, ...sizeWhenTurned(kind, rotation) };
}

/** Touching does not count as overlapping. */
export function overlaps(a: Footprint, b: Footprint): boolean {
  const sharedWidth = (a.width + b.width) / 2 - Math.abs(a.x - b.x);
  const sharedDepth = (a.depth + b.depth) / 2 - Math.abs(a.z - b.z);
  return sharedWidth > tolerance && sharedDepth > tolerance;
}

/** Places a rotated module flush against a port, centred on it. */
export function flushAgainst(port: Port, kind: BlockKind, rotation: Rotation): Placement {
  const away = access(sizeWhenTurned(kind, rotation), port.dir);
  return { x: rounded(port.x + away.x), z: rounded(port.z + away.z), rotation };
}

/**
 * The doorways of a placed module, in its kind's order. Their ids, `B<n>:<edge>`, name the side
 * they face on the floor.
 */
export function doorwaysOf(kind: BlockKind, block: Placement & { readonly id: string }): Port[] {
  const footprint = footprintOf(kind, block);
  return kind.doors.map((door) => {
    const dir = turnEdge(door, block.rotation);
    const away = access(footprint, dir);
    return {
      id: `${block.id}:${dir}`,
      x: rounded(block.x + away.x),
      z: rounded(block.z + away.z),
      dir,
    };
  });
}

/** Offset from a rectangle's centre to the middle of a side. */
function access(size: Pick<Footprint, 'width' | 'depth'>, edge: BlockEdge) {
  const { x, z } = outward[edge];
  return { x: (x * size.width) / 2, z: (z * size.depth) / 2 };
}

/** Three decimals, without negative zero. */
function rounded(metres: number): number {
  return Math.round(metres * 1000) / 1000 + 0;
}
