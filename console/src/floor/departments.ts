import type { Department, Role } from '#protocol/records/organisation.js';
import type { Area, Facing, SeatPlace } from './plan-types.js';

/** The part of a room with a department's desks. */
export interface Zone extends Area {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  /** Direction in which its people look. */
  readonly facing: Facing;
}

type Seated = Pick<Role, 'seatId' | 'departmentId'>;
type Named = Pick<Department, 'id' | 'name' | 'color'>;

/** Desks further apart than this are separate zones, metres. */
const nextDesk = 4.2;
const around = { side: 1.4, before: 1.62, behind: 0.98 };

/** Zones under the desks by who sits where: neighbours of one department share a zone. */
export function zonesOf(
  seats: ReadonlyMap<string, SeatPlace>,
  roles: readonly Seated[],
  departments: readonly Named[],
): readonly Zone[] {
  const byId = new Map(departments.map((department) => [department.id, department]));
  const placed = roles.flatMap(({ seatId, departmentId }) => {
    const seat = seatId === null ? undefined : seats.get(seatId);
    const department = byId.get(departmentId);
    return seat?.hasDesk !== true || department === undefined ? [] : [{ seat, department }];
  });
  const rows = Map.groupBy(
    placed,
    ({ seat, department }) =>
      `${department.id} ${seat.facing} ${seat.facing === 'n' || seat.facing === 's' ? seat.z : seat.x}`,
  );
  return [...rows.values()].flatMap((row) =>
    neighbours(row.map(({ seat }) => seat)).map((group, index) => {
      const { id, name, color } = row[0]?.department ?? { id: '', name: '', color: '#888888' };
      const [first] = group;
      const key = `${id} ${first?.x ?? index} ${first?.z ?? index}`;
      return {
        id: key,
        name,
        color,
        facing: first?.facing ?? 's',
        ...areaAround(group, sideOf(group, seats)),
      };
    }),
  );
}

/** Seats of a row, split where the next one is far. */
function neighbours(seats: readonly SeatPlace[]): readonly (readonly SeatPlace[])[] {
  const groups: SeatPlace[][] = [];
  for (const seat of seats.toSorted((a, b) => a.x + a.z - b.x - b.z)) {
    const last = groups.at(-1)?.at(-1);
    const isNext = last !== undefined && seat.x + seat.z - last.x - last.z <= nextDesk;
    if (isNext) groups.at(-1)?.push(seat);
    else groups.push([seat]);
  }
  return groups;
}

/** Half of the distance to the nearest desk of another department in the row. */
function sideOf(group: readonly SeatPlace[], seats: ReadonlyMap<string, SeatPlace>): number {
  const isInRow = (a: SeatPlace, b: SeatPlace) =>
    a.facing === b.facing && (a.facing === 'n' || a.facing === 's' ? a.z === b.z : a.x === b.x);
  const others = [...seats.values()].filter((seat) => seat.hasDesk && !group.includes(seat));
  const ways = group.flatMap((seat) =>
    others
      .filter((other) => isInRow(seat, other))
      .map((other) => Math.hypot(seat.x - other.x, seat.z - other.z) / 2),
  );
  return Math.min(around.side, ...ways);
}

function areaAround(seats: readonly SeatPlace[], side: number): Area {
  const areas = seats.map((seat) => zoneOf(seat, side));
  const x = Math.min(...areas.map((area) => area.x));
  const z = Math.min(...areas.map((area) => area.z));
  return {
    x,
    z,
    width: Math.max(...areas.map((area) => area.x + area.width)) - x,
    depth: Math.max(...areas.map((area) => area.z + area.depth)) - z,
  };
}

function zoneOf({ x, z, facing }: SeatPlace, side: number): Area {
  const { before, behind } = around;
  const long = before + behind;
  switch (facing) {
    case 'n':
      return { x: x - side, z: z - before, width: 2 * side, depth: long };
    case 's':
      return { x: x - side, z: z - behind, width: 2 * side, depth: long };
    case 'e':
      return { x: x - behind, z: z - side, width: long, depth: 2 * side };
    case 'w':
      return { x: x - before, z: z - side, width: long, depth: 2 * side };
  }
}
