import type { Area, Point, Room, SeatPlace } from './plan-types.js';

/** Position of a speech bubble and its tail, metres. */
export interface BubblePlace extends Point {
  /** Distance from the bubble down to the mouth. */
  readonly tail: number;
  readonly side: 'left' | 'middle' | 'right';
  /** True if the bubble is below the head, because there is no room above. */
  readonly isBelow: boolean;
}

/** Height above the seat, metres, of the head; facing south, of the name over it. */
const overHead = { n: 1.42, e: 1.42, w: 1.42, s: 2.15 } as const;
const underSeat = 0.6;
/** The roof of a room is drawn this far north of it, metres. */
const overRoof = 1.3;
/** Distance from the middle of a person at a table to the tail, metres. */
const beside = 0.56;

/**
 * Places the bubble above the head. At a table it is placed over the roof with the tail beside the
 * table, so that it covers nobody who sits there.
 */
export function bubblePlace(
  at: SeatPlace,
  rooms: readonly Room[],
  view: Area,
  /** Height of the bubble, metres. */
  wordsDepth: number,
): BubblePlace {
  const side = sideOf(at.x - view.x, view.width);
  const table = rooms.find((room) => isAtTable(room, at));
  const roof = table === undefined ? at.z : table.z - overRoof;
  if (table !== undefined && roof - wordsDepth > view.z && isFreeAbove(table, rooms, at)) {
    const towards = { e: beside, w: -beside, n: 0, s: 0 }[at.facing];
    return { x: at.x + towards, z: roof, tail: at.z - 0.86 - roof, side, isBelow: false };
  }
  const top = at.z - overHead[at.facing];
  const isBelow = top - wordsDepth < view.z;
  const z = isBelow ? at.z + underSeat : top;
  return { x: at.x, z, tail: 0, side, isBelow };
}

function isAtTable({ furniture, x, z, width, depth }: Room, at: Point): boolean {
  return (
    (furniture === 'meeting' || furniture === 'boardroom') &&
    at.x > x &&
    at.x < x + width &&
    at.z > z &&
    at.z < z + depth
  );
}

function isFreeAbove(table: Room, rooms: readonly Room[], at: Point): boolean {
  return !rooms.some(
    ({ x, z, width, depth }) =>
      z < table.z && z + depth > table.z - 3 && x < at.x && at.x < x + width,
  );
}

/** The side away from a near edge. */
function sideOf(x: number, width: number): BubblePlace['side'] {
  if (x > width * 0.7) return 'left';
  return x < width * 0.3 ? 'right' : 'middle';
}
