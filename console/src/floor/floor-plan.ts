import type { FloorState } from '#protocol/records/floor.js';
import {
  coreItems,
  coreOpenings,
  corePorts,
  coreRooms,
  coreSeats,
  coreTable,
} from './core-plan.js';
import { deskOf } from './desks.js';
import { itemsOf, openingsOf, roomOf, seatsOf } from './modules-plan.js';
import type { Area, FloorPlan, Item, Opening, Room, SeatPlace } from './plan-types.js';
import { wallsOf } from './walls.js';

/** Positions of everything on a floor. A seat outside of the layout has no position. */
export function planFloor(floor: Pick<FloorState, 'layout' | 'modules'>): FloorPlan {
  const kinds = new Map(floor.modules.map((kind) => [kind.id, kind]));
  const placed = floor.layout.blocks.flatMap((block) => {
    const kind = kinds.get(block.kind);
    return kind === undefined ? [] : [{ block, kind }];
  });
  const rooms = [...coreRooms, ...placed.map((each) => roomOf(each))];
  const seats = new Map([...coreSeats(), ...placed.flatMap((each) => seatsOf(each))]);
  const openings = [...coreOpenings, ...openingsOf(placed, corePorts)];
  const table: Item = { ...coreTable, kind: 'table' };
  const items = [table, ...coreItems, ...placed.flatMap((each) => itemsOf(each))];
  return {
    rooms,
    openings,
    walls: wallsOf(rooms, openings),
    seats,
    items: items.filter((item) => isOutOfTheWay(item, [...seats.values()], openings)),
    meetingSeats: [...seats.keys()].filter((id) => id.includes('Meeting_')),
    bounds: boundsOf(rooms),
  };
}

/** True if people can sit down and pass beside it. */
function isOutOfTheWay(
  { kind, x, z, width, depth }: Item,
  seats: readonly SeatPlace[],
  openings: readonly Opening[],
): boolean {
  if (kind === 'table') return true;
  const isOver = (area: Area, by: number) =>
    area.x < x + width + by &&
    x - by < area.x + area.width &&
    area.z < z + depth + by &&
    z - by < area.z + area.depth;
  const doors = openings.map(({ axis, at, from, to }) =>
    axis === 'h'
      ? { x: from, z: at, width: to - from, depth: 0 }
      : { x: at, z: from, width: 0, depth: to - from },
  );
  const taken = seats.flatMap((seat) => [
    { x: seat.x - 0.3, z: seat.z - 0.3, width: 0.6, depth: 0.6 },
    ...(seat.hasDesk ? [deskOf(seat)] : []),
  ]);
  return !taken.some((area) => isOver(area, 0.1)) && !doors.some((area) => isOver(area, 0.25));
}

function boundsOf(rooms: readonly Room[]): Area {
  const around = { n: 2.1, s: 1.5, side: 1.1 };
  const west = Math.min(...rooms.map(({ x }) => x)) - around.side;
  const north = Math.min(...rooms.map(({ z }) => z)) - around.n;
  const east = Math.max(...rooms.map(({ x, width }) => x + width)) + around.side;
  const south = Math.max(...rooms.map(({ z, depth }) => z + depth)) + around.s;
  return { x: west, z: north, width: east - west, depth: south - north };
}
