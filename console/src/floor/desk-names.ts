import type { Department, Role } from '#protocol/records/organisation.js';
import type { FloorPlan, Point, Room, SeatPlace } from './plan-types.js';

type Seated = Pick<Role, 'seatId' | 'departmentId'>;
type Named = Pick<Department, 'id' | 'name'>;

/** Names of all seats: "Backend 2" at desks of a department, "Boardroom, chair 3" at a table. */
export function deskNames(
  { seats, rooms }: Pick<FloorPlan, 'seats' | 'rooms'>,
  roles: readonly Seated[],
  departments: readonly Named[],
): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  const nameOf = new Map(departments.map(({ id, name }) => [id, name]));
  return new Map(
    [...seats].map(([id, seat]): [string, string] => {
      const room = rooms.find((each) => isIn(each, seat));
      const place = room?.name ?? 'Seat';
      const department = seat.hasDesk ? departmentAt(seat, room, seats, roles) : undefined;
      const kind = seat.hasDesk ? (nameOf.get(department ?? '') ?? place) : `${place}, chair`;
      const number = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, number);
      return [id, `${kind} ${number}`];
    }),
  );
}

/** The free desk nearest to those of a department; null: there is no free desk. */
export function deskFor(
  { seats }: Pick<FloorPlan, 'seats'>,
  roles: readonly Seated[],
  departmentId: string,
): string | null {
  const taken = new Set(roles.map(({ seatId }) => seatId));
  const free = [...seats].filter(([id, { hasDesk }]) => hasDesk && !taken.has(id));
  const own = roles
    .filter((role) => role.departmentId === departmentId)
    .flatMap(({ seatId }) => (seatId === null ? [] : (seats.get(seatId) ?? [])))
    .filter(({ hasDesk }) => hasDesk);
  const distance = (seat: Point) => Math.min(...own.map((other) => between(seat, other)));
  const [nearest] =
    own.length === 0 ? free : free.toSorted(([, a], [, b]) => distance(a) - distance(b));
  return nearest?.[0] ?? null;
}

/** Who sits nearest in the same room says to whom a desk belongs. */
function departmentAt(
  seat: SeatPlace,
  room: Room | undefined,
  seats: FloorPlan['seats'],
  roles: readonly Seated[],
): string | undefined {
  const near = roles.flatMap(({ seatId, departmentId }) => {
    const other = seatId === null ? undefined : seats.get(seatId);
    const isHere = other?.hasDesk === true && room !== undefined && isIn(room, other);
    return isHere ? [{ departmentId, away: between(seat, other) }] : [];
  });
  return near.toSorted((a, b) => a.away - b.away)[0]?.departmentId;
}

function between(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.z - b.z);
}

function isIn({ x, z, width, depth }: Room, at: Point): boolean {
  return at.x >= x && at.x <= x + width && at.z >= z && at.z <= z + depth;
}
