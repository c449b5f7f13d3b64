import type { Rotation } from '#protocol/records/layout-enums.js';
import type { BlockKind, PlacedBlock } from '#protocol/records/floor.js';
import { letter } from './signs.js';
import type { Area, Facing, Item, Opening, Point, Room, SeatPlace } from './plan-types.js';

export interface Placed {
  readonly block: PlacedBlock;
  readonly kind: BlockKind;
}

export function roomOf({ block, kind }: Placed): Room {
  const turned = block.rotation % 180 === 0;
  const width = turned ? kind.width : kind.depth;
  const depth = turned ? kind.depth : kind.width;
  return {
    id: kind.room === undefined ? block.id : `${block.id}::${kind.room}`,
    name: kind.name,
    x: block.x - width / 2,
    z: block.z - depth / 2,
    width,
    depth,
    furniture: kind.furniture ?? 'desks',
    category: kind.category ?? 'work',
  };
}

function isAroundTable({ furniture }: BlockKind): boolean {
  return furniture === 'meeting' || furniture === 'boardroom';
}

export function seatsOf({ block, kind }: Placed): [string, SeatPlace][] {
  const local = isAroundTable(kind) ? seatsAroundTable(kind) : seatsInRows(kind);
  return local.map(([id, place]) => {
    const at = turn(place, block.rotation);
    const facing = turnFacing(place.facing, block.rotation);
    return [`${block.id}::${id}`, { ...place, facing, x: block.x + at.x, z: block.z + at.z }];
  });
}

function seatsInRows({ seats, width, depth, furniture }: BlockKind): [string, SeatPlace][] {
  const rows = seats.length > 2 && depth >= 4 ? 2 : 1;
  const columns = Math.ceil(seats.length / rows);
  const hasDesk = furniture !== 'lounge' && furniture !== 'breakout';
  return seats.map((id, index) => {
    const row = Math.floor(index / columns);
    const x = ((index % columns) + 0.5) * (width / columns) - width / 2;
    const z = rows === 1 ? 0 : (row === 0 ? -0.24 : 0.27) * depth;
    return [id, { x, z, facing: row === 0 ? 's' : 'n', hasDesk }];
  });
}

function seatsAroundTable({ seats, width, depth }: BlockKind): [string, SeatPlace][] {
  const side = Math.ceil(seats.length / 2);
  return seats.map((id, index) => {
    const x = ((index % side) + 0.5) * ((width * 0.76) / side) - width * 0.38;
    const isNorth = index < side;
    return [
      id,
      { x, z: (isNorth ? -0.22 : 0.27) * depth, facing: isNorth ? 's' : 'n', hasDesk: false },
    ];
  });
}

/** Furniture of a module: a table with seats, and what its use needs along its walls. */
export function itemsOf(placed: Placed): readonly Item[] {
  const { block, kind } = placed;
  const room = roomOf(placed);
  const table = { ...kind, width: kind.width * 0.76, depth: kind.depth * 0.26 };
  const standing = isAroundTable(kind) ? [{ ...roomOf({ block, kind: table }), ...aTable }] : [];
  return [...standing, ...alongWalls(room)];
}

const aTable = { kind: 'table' } as const;

function alongWalls(room: Room): Item[] {
  const { x, z, width, depth, furniture, name } = room;
  if (furniture === 'none') return [];
  const east = x + width;
  const plants: Item[] = [
    { kind: 'plant', x: east - 0.95, z: z + 0.15, width: 0.7, depth: 0.7 },
    { kind: 'plant', x: x + 0.25, z: z + depth - 1.55, width: 0.7, depth: 0.7 },
  ];
  const along = alongNorth[furniture];
  if (along === undefined) return plants;
  // Beside the name on the wall.
  const wide = Math.min(along.width, width - 1.5 - name.length * letter);
  if (wide < 1) return plants;
  return [{ ...along, x: east - 1.1 - wide, z: z + 0.05, width: wide }, ...plants];
}

const alongNorth: Readonly<Record<string, Omit<Item, 'x' | 'z'>>> = {
  desks: { kind: 'shelf', width: 2.4, depth: 0.4 },
  workshop: { kind: 'shelf', width: 3.2, depth: 0.4 },
  library: { kind: 'shelf', width: 6, depth: 0.4 },
  racks: { kind: 'rack', width: 6, depth: 0.5 },
  breakout: { kind: 'kitchen', width: 3.6, depth: 0.6 },
  lounge: { kind: 'kitchen', width: 2.8, depth: 0.6 },
};

/** Width of a doorway between modules, metres. */
const doorWidth = 1.8;

/** Openings where doorways of two modules, or of a module and the core, meet. */
export function openingsOf(
  placed: readonly Placed[],
  corePorts: readonly Point[],
): readonly Opening[] {
  const doorways = placed.flatMap((each) => doorwaysOf(each));
  return doorways.filter(({ at, middle, axis }, index) => {
    const isSame = (x: number, z: number) => {
      const [across, along] = axis === 'h' ? [z, x] : [x, z];
      return Math.abs(across - at) < 0.05 && Math.abs(along - middle) < 0.05;
    };
    const meetsCore = corePorts.some(({ x, z }) => isSame(x, z));
    const earlier = doorways.slice(0, index);
    return meetsCore || earlier.some((other) => isSame(other.x, other.z));
  });
}

function doorwaysOf(placed: Placed) {
  const area: Area = roomOf(placed);
  return placed.kind.doors.map((door) => {
    const facing = turnFacing(door, placed.block.rotation);
    const x = area.x + { n: 0.5, s: 0.5, w: 0, e: 1 }[facing] * area.width;
    const z = area.z + { n: 0, s: 1, w: 0.5, e: 0.5 }[facing] * area.depth;
    const axis = facing === 'n' || facing === 's' ? 'h' : 'v';
    const [at, middle] = axis === 'h' ? [z, x] : [x, z];
    return {
      axis,
      at,
      middle,
      x,
      z,
      from: middle - doorWidth / 2,
      to: middle + doorWidth / 2,
    } as const;
  });
}

/** A quarter turn moves north to west, as the service turns modules. */
export function turn({ x, z }: Point, rotation: Rotation): Point {
  if (rotation === 90) return { x: z, z: -x };
  if (rotation === 180) return { x: -x, z: -z };
  if (rotation === 270) return { x: -z, z: x };
  return { x, z };
}

const order = ['n', 'w', 's', 'e'] as const;

function turnFacing(facing: Facing, rotation: Rotation): Facing {
  return order[(order.indexOf(facing) + rotation / 90) % order.length] ?? facing;
}
