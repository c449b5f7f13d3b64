import type { BlockKind, FloorState, PlacedBlock } from '../../../src/protocol/records/floor.js';
import type { Rotation } from '../../../src/protocol/records/enums.js';

/** Metres; +x is east (right), +z is south (down). */
export interface Point {
  readonly x: number;
  readonly z: number;
}

export interface Room {
  readonly id: string;
  readonly name: string;
  /** Corner in the north-west. */
  readonly x: number;
  readonly z: number;
  readonly width: number;
  readonly depth: number;
  readonly furniture: string;
  readonly category: string;
}

export interface SeatPlace extends Point {
  /** Which way the one who sits there looks. */
  readonly facing: 'n' | 's' | 'e' | 'w';
  readonly hasDesk: boolean;
}

export interface FloorPlan {
  readonly rooms: readonly Room[];
  readonly seats: ReadonlyMap<string, SeatPlace>;
  /** Tables that several sit around. */
  readonly tables: readonly Room[];
  /** Seats that people gather at, in order. */
  readonly meetingSeats: readonly string[];
  readonly bounds: { x: number; z: number; width: number; depth: number };
}

const core = (id: string, name: string, x: number, z: number, width: number, depth: number) => {
  const furniture = id === 'Meeting' ? 'meeting' : id === 'DevFloor' ? 'desks' : 'none';
  return { id: `Anchor_Room_${id}`, name, x, z, width, depth, furniture, category: 'core' };
};

/** The core of every floor: 22 by 16 metres around the origin. */
const coreRooms: readonly Room[] = [
  core('Lounge', 'Lounge', -11, -8, 4, 8),
  core('Lobby', 'Lobby', -11, 0, 4, 8),
  core('CEO', 'Chief executive', -7, -8, 5, 5),
  core('Office2', 'Office', -2, -8, 4.5, 5),
  core('Office3', 'Office', 2.5, -8, 4.5, 5),
  core('Meeting', 'Meeting room', 7, -8, 4, 8),
  core('DevFloor', 'Open floor', -7, -3, 18, 11),
];

const coreMeetingTable: Room = {
  ...core('Meeting', '', 8.2, -6.6, 1.6, 5.2),
  id: 'core-table',
};

/** Where everything of a floor stands. A seat that is nowhere has no place. */
export function planFloor(floor: Pick<FloorState, 'layout' | 'modules'>): FloorPlan {
  const kinds = new Map(floor.modules.map((kind) => [kind.id, kind]));
  const placed = floor.layout.blocks.flatMap((block) => {
    const kind = kinds.get(block.kind);
    return kind === undefined ? [] : [{ block, kind }];
  });
  const rooms = [...coreRooms, ...placed.map(({ block, kind }) => roomOf(block, kind))];
  const seats = new Map([...coreSeats(), ...placed.flatMap((each) => seatsOf(each))]);
  const tables = [coreMeetingTable, ...placed.flatMap((each) => tablesOf(each))];
  const meetingSeats = [...seats.keys()].filter((id) => id.includes('Meeting_'));
  return { rooms, seats, tables, meetingSeats, bounds: boundsOf(rooms) };
}

function coreSeats(): [string, SeatPlace][] {
  const desk = (id: string, x: number, z: number, facing: SeatPlace['facing'] = 'n') =>
    [id, { x, z, facing, hasDesk: true }] as [string, SeatPlace];
  const number = (index: number) => String(index + 1).padStart(2, '0');
  const dev = Array.from({ length: 10 }, (_, index) =>
    desk(
      `Seat_Dev_${number(index)}`,
      -4.6 + (index % 5) * 3.2,
      index < 5 ? 1.7 : 5.7,
      index < 5 ? 's' : 'n',
    ),
  );
  const meeting = Array.from({ length: 8 }, (_, index): [string, SeatPlace] => [
    `Seat_Meeting_${number(index)}`,
    {
      x: index % 2 === 0 ? 7.7 : 10.3,
      z: -6.2 + Math.floor(index / 2) * 1.5,
      facing: index % 2 === 0 ? 'e' : 'w',
      hasDesk: false,
    },
  ]);
  const offices = [
    desk('Seat_CEO', -4.5, -6.4, 's'),
    desk('Seat_Office2', 0.25, -6.4, 's'),
    desk('Seat_Office3', 4.75, -6.4, 's'),
  ];
  return [...offices, ...dev, ...meeting];
}

interface Placed {
  readonly block: PlacedBlock;
  readonly kind: BlockKind;
}

function roomOf(block: PlacedBlock, kind: BlockKind): Room {
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

function seatsOf({ block, kind }: Placed): [string, SeatPlace][] {
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
    const z = rows === 1 ? 0 : (row === 0 ? -0.24 : 0.24) * depth;
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
      { x, z: (isNorth ? -0.27 : 0.27) * depth, facing: isNorth ? 's' : 'n', hasDesk: false },
    ];
  });
}

function tablesOf({ block, kind }: Placed): Room[] {
  if (!isAroundTable(kind)) return [];
  const table = { ...kind, width: kind.width * 0.76, depth: kind.depth * 0.26 };
  return [{ ...roomOf(block, table), id: `${block.id}-table` }];
}

/** A quarter turn takes north to west, as the service turns modules. */
export function turn({ x, z }: Point, rotation: Rotation): Point {
  if (rotation === 90) return { x: z, z: -x };
  if (rotation === 180) return { x: -x, z: -z };
  if (rotation === 270) return { x: -z, z: x };
  return { x, z };
}

const order = ['n', 'w', 's', 'e'] as const;

function turnFacing(facing: SeatPlace['facing'], rotation: Rotation): SeatPlace['facing'] {
  return order[(order.indexOf(facing) + rotation / 90) % order.length] ?? facing;
}

function boundsOf(rooms: readonly Room[]): FloorPlan['bounds'] {
  const margin = 1.2;
  const west = Math.min(...rooms.map(({ x }) => x)) - margin;
  const north = Math.min(...rooms.map(({ z }) => z)) - margin;
  const east = Math.max(...rooms.map(({ x, width }) => x + width)) + margin;
  const south = Math.max(...rooms.map(({ z, depth }) => z + depth)) + margin;
  return { x: west, z: north, width: east - west, depth: south - north };
}
