import { deskOf } from './desks.js';
import type { Area, FloorPlan, Point, Wall } from './plan-types.js';

/** Side of a walkable square, metres. */
const step = 0.5;
/** Distance kept from the ends of walls, so that nobody brushes a door frame, metres. */
const clearance = 0.2;

/** Mark of a square that the search has not reached. */
const unseen = -1;

interface Cell {
  readonly column: number;
  readonly row: number;
}

/** Walkways of a floor: through doors, around furniture. */
export class Walkways {
  private readonly columns: number;
  private readonly rows: number;
  private readonly origin: Point;
  private readonly walls: readonly Wall[];
  private readonly furniture: readonly Area[];
  private readonly isBlocked: Uint8Array;
  /** Walls between a square and the next one to the east, and to the south. */
  private readonly wallEast: Uint8Array;
  private readonly wallSouth: Uint8Array;

  constructor({ bounds, walls, items, seats }: FloorPlan) {
    this.origin = { x: Math.floor(bounds.x), z: Math.floor(bounds.z) };
    this.columns = Math.ceil(bounds.width / step) + 4;
    this.rows = Math.ceil(bounds.depth / step) + 4;
    const size = this.columns * this.rows;
    this.isBlocked = new Uint8Array(size);
    this.wallEast = new Uint8Array(size);
    this.wallSouth = new Uint8Array(size);
    this.walls = walls.map((wall) => ({
      ...wall,
      from: wall.from - clearance,
      to: wall.to + clearance,
    }));
    const desks = [...seats.values()].filter(({ hasDesk }) => hasDesk).map((seat) => deskOf(seat));
    this.furniture = [...items, ...desks];
    for (const wall of this.walls) this.markWall(wall);
    for (const area of this.furniture) this.markFurniture(area);
  }

  /** The corners of the way including both ends; only the ends if there is no way. */
  between(from: Point, to: Point): readonly Point[] {
    const start = this.cellBy(from);
    const goal = this.cellBy(to);
    if (start === null || goal === null) return [from, to];
    const squares = this.squares(start, goal);
    if (squares === null) return [from, to];
    return this.straightened([from, ...squares.map((cell) => this.middleOf(cell)), to]);
  }

  /** Breadth-first search; null if there is no way. */
  private squares(start: Cell, goal: Cell): readonly Cell[] | null {
    const [first, end] = [this.indexOf(start), this.indexOf(goal)];
    const cameFrom = new Int32Array(this.isBlocked.length).fill(unseen);
    const queue = new Int32Array(this.isBlocked.length);
    cameFrom[first] = first;
    queue[0] = first;
    let waiting = 1;
    for (let taken = 0; taken < waiting && cameFrom[end] === unseen; taken++) {
      const here = queue[taken] ?? first;
      for (const side of ['east', 'west', 'south', 'north'] as const) {
        const next = this.beside(here, side);
        if (next === null || cameFrom[next] !== unseen) continue;
        if (this.isBlocked[next] === 1 && next !== end) continue;
        cameFrom[next] = here;
        queue[waiting++] = next;
      }
    }
    if (cameFrom[end] === unseen) return null;
    const way: Cell[] = [goal];
    for (let index = end; index !== first;) {
      index = cameFrom[index] ?? first;
      way.push(this.cellAt(index));
    }
    return way.reverse();
  }

  /** The neighbouring square on a side; null behind a wall and outside. */
  private beside(index: number, side: 'east' | 'west' | 'south' | 'north'): number | null {
    const column = index % this.columns;
    switch (side) {
      case 'east':
        return column + 1 < this.columns && this.wallEast[index] === 0 ? index + 1 : null;
      case 'west':
        return column > 0 && this.wallEast[index - 1] === 0 ? index - 1 : null;
      case 'south': {
        const next = index + this.columns;
        return next < this.isBlocked.length && this.wallSouth[index] === 0 ? next : null;
      }
      case 'north': {
        const next = index - this.columns;
        return next >= 0 && this.wallSouth[next] === 0 ? next : null;
      }
    }
  }

  /** Removes corners that can be cut without touching anything. */
  private straightened(points: readonly Point[]): readonly Point[] {
    const [first] = points;
    if (first === undefined) return [];
    const kept = [first];
    let here = first;
    for (const [index, point] of points.entries()) {
      const next = points[index + 1];
      if (next !== undefined && this.isClear(here, next)) continue;
      kept.push(point);
      here = point;
    }
    return kept;
  }

  private isClear(a: Point, b: Point): boolean {
    return (
      this.walls.every((wall) => !crosses(a, b, wall)) &&
      this.furniture.every((area) => !passes(a, b, area))
    );
  }

  /** The nearest walkable square. */
  private cellBy(point: Point): Cell | null {
    const column = Math.floor((point.x - this.origin.x) / step);
    const row = Math.floor((point.z - this.origin.z) / step);
    const around = [0, -1, 1].flatMap((dx) =>
      [0, -1, 1].map((dz) => ({ column: column + dx, row: row + dz })),
    );
    const distance = (cell: Cell) => {
      const { x, z } = this.middleOf(cell);
      return Math.hypot(x - point.x, z - point.z);
    };
    const free = around.filter(
      (cell) =>
        this.isInside(cell) &&
        this.walls.every((wall) => !crosses(point, this.middleOf(cell), wall)),
    );
    return free.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
  }

  private isInside({ column, row }: Cell): boolean {
    return column >= 0 && row >= 0 && column < this.columns && row < this.rows;
  }

  private indexOf({ column, row }: Cell): number {
    return row * this.columns + column;
  }

  private cellAt(index: number): Cell {
    return { column: index % this.columns, row: Math.floor(index / this.columns) };
  }

  private middleOf({ column, row }: Cell): Point {
    return { x: this.origin.x + (column + 0.5) * step, z: this.origin.z + (row + 0.5) * step };
  }

  private markWall({ axis, at, from, to }: Wall): void {
    const [across, along] =
      axis === 'h' ? [this.origin.z, this.origin.x] : [this.origin.x, this.origin.z];
    const before = Math.ceil((at - across) / step - 0.5) - 1;
    const first = Math.ceil((from - along) / step - 0.5);
    const last = Math.floor((to - along) / step - 0.5);
    for (let index = first; index <= last; index++) {
      const cell = axis === 'h' ? { column: index, row: before } : { column: before, row: index };
      if (!this.isInside(cell)) continue;
      (axis === 'h' ? this.wallSouth : this.wallEast)[this.indexOf(cell)] = 1;
    }
  }

  private markFurniture({ x, z, width, depth }: Area): void {
    const edge = 0.01;
    const reach = (from: number, size: number, origin: number) =>
      [
        Math.ceil((from + edge - origin) / step - 0.5),
        Math.floor((from + size - edge - origin) / step - 0.5),
      ] as const;
    const [west, east] = reach(x, width, this.origin.x);
    const [north, south] = reach(z, depth, this.origin.z);
    for (let row = north; row <= south; row++)
      for (let column = west; column <= east; column++)
        if (this.isInside({ column, row })) this.isBlocked[this.indexOf({ column, row })] = 1;
  }
}

/** True if a straight line between two places crosses a wall. */
export function crosses(a: Point, b: Point, { axis, at, from, to }: Wall): boolean {
  return axis === 'h'
    ? meets(a.z, a.x, b.z, b.x, at, from, to)
    : meets(a.x, a.z, b.x, b.z, at, from, to);
}

/** The same for a wall along the second axis of both places. */
function meets(
  a1: number,
  a2: number,
  b1: number,
  b2: number,
  at: number,
  from: number,
  to: number,
): boolean {
  if ((a1 < at && b1 < at) || (a1 > at && b1 > at)) return false;
  if (a1 === b1) return Math.max(a2, b2) > from && Math.min(a2, b2) < to;
  const along = a2 + ((at - a1) / (b1 - a1)) * (b2 - a2);
  return along > from && along < to;
}

/** True if a straight line crosses an area or an end is inside. */
function passes(a: Point, b: Point, { x, z, width, depth }: Area): boolean {
  const [east, south] = [x + width, z + depth];
  if (Math.max(a.x, b.x) <= x || Math.min(a.x, b.x) >= east) return false;
  if (Math.max(a.z, b.z) <= z || Math.min(a.z, b.z) >= south) return false;
  return (
    (a.x > x && a.x < east && a.z > z && a.z < south) ||
    meets(a.x, a.z, b.x, b.z, x, z, south) ||
    meets(a.x, a.z, b.x, b.z, east, z, south) ||
    meets(a.z, a.x, b.z, b.x, z, x, east) ||
    meets(a.z, a.x, b.z, b.x, south, x, east)
  );
}
