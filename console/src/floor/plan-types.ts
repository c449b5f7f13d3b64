/** Metres; +x is east (right), +z is south (down). */
export interface Point {
  readonly x: number;
  readonly z: number;
}

/** A rectangle by its north-west corner. */
export interface Area extends Point {
  readonly width: number;
  readonly depth: number;
}

export interface Room extends Area {
  readonly id: string;
  readonly name: string;
  readonly furniture: string;
  readonly category: string;
}

export type Facing = 'n' | 's' | 'e' | 'w';

export interface SeatPlace extends Point {
  /** Direction in which the seated person looks. */
  readonly facing: Facing;
  readonly hasDesk: boolean;
}

/** A stretch along an axis: `h` runs east at a z, `v` runs south at an x. */
export interface Stretch {
  readonly axis: 'h' | 'v';
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** An opening in a wall for people. */
export type Opening = Stretch;

/** A piece of wall, with the sides that have rooms: before is north or west. */
export interface Wall extends Stretch {
  readonly rooms: 'both' | 'before' | 'after';
}

export const itemKinds = [
  'armchair',
  'bench',
  'board',
  'cooler',
  'counter',
  'kitchen',
  'plant',
  'printer',
  'rack',
  'round-table',
  'shelf',
  'sofa',
  'stool',
  'table',
] as const;

/** A piece of furniture on the floor. */
export interface Item extends Area {
  readonly kind: (typeof itemKinds)[number];
  readonly facing?: Facing;
}

export interface FloorPlan {
  readonly rooms: readonly Room[];
  readonly openings: readonly Opening[];
  readonly walls: readonly Wall[];
  readonly seats: ReadonlyMap<string, SeatPlace>;
  readonly items: readonly Item[];
  /** Seats for meetings, in order. */
  readonly meetingSeats: readonly string[];
  readonly bounds: Area;
}
