import type { Role } from '../../protocol/records/organisation.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { Seat, StaffedFloor } from './seats.js';
import { freeSeats, seatsOf } from './seats.js';

/** An employee's new seat; an absent room stays unchanged. */
export interface SeatChange {
  readonly seatId: string | null;
  readonly roomId?: string | null;
}

/**
 * The role on its new seat. Without a seat there is no room either.
 *
 * @throws RefusedError if the seat does not exist or is taken
 */
export function moveToSeat(floor: StaffedFloor, role: Role, change: SeatChange): Role {
  const { seatId, roomId = role.roomId } = change;
  if (seatId === null) return { ...role, seatId: null, roomId: null };
  refuseUnlessFree(floor, role, seatId);
  return { ...role, seatId, roomId };
}

function refuseUnlessFree({ kit, layout, roles }: StaffedFloor, role: Role, seatId: string): void {
  if (!seatsOf(kit, layout).some((seat) => seat.id === seatId)) {
    throw new RefusedError(workspaceTexts.noSeat(seatId));
  }
  const holder = roles.find((other) => other.seatId === seatId && other.id !== role.id);
  if (holder) throw new RefusedError(workspaceTexts.seatTaken(seatId, holder.displayName));
}

/**
 * A new employee with a seat: the named one, else the free one nearest to its department, else the
 * first free one, with its room; unchanged if the floor is full.
 */
export function seatNewEmployee(floor: StaffedFloor, newEmployee: Role): Role {
  const free = freeSeats(floor);
  const seat = nearestTo(newEmployee.departmentId, floor, free) ?? free[0];
  if (newEmployee.seatId !== null || seat === undefined) return newEmployee;
  return { ...newEmployee, seatId: seat.id, roomId: seat.roomId };
}

/** The free seat with the least steps to a seat of the department in the same row. */
function nearestTo(
  departmentId: string,
  { roles }: StaffedFloor,
  free: readonly Seat[],
): Seat | undefined {
  const own = roles
    .filter((role) => role.departmentId === departmentId)
    .flatMap(({ seatId }) => (seatId === null ? [] : [placeInRow(seatId)]));
  const steps = ({ id }: Seat): number => {
    const { row, number } = placeInRow(id);
    return Math.min(
      ...own.map((each) => (each.row === row ? Math.abs(each.number - number) : Infinity)),
    );
  };
  const near = free.filter((seat) => steps(seat) < Infinity);
  return near.toSorted((a, b) => steps(a) - steps(b))[0];
}

/** Seats of a row have the same name and a number: `Seat_Dev_03`, `B1::Seat_POD4_02`. */
function placeInRow(seatId: string): { readonly row: string; readonly number: number } {
  const row = seatId.replace(/_\d+$/, '');
  return { row, number: row === seatId ? 0 : Number(seatId.slice(row.length + 1)) };
}

/**
 * All employees on existing seats: those whose seat was removed move to the first free one, or to
 * none. The others are the same objects, so moves are visible by identity.
 */
export function reseatStranded(floor: StaffedFloor): readonly Role[] {
  const remaining = new Set(seatsOf(floor.kit, floor.layout).map((seat) => seat.id));
  const seatsLeft = [...freeSeats(floor)];
  return floor.roles.map((role) => {
    if (role.seatId === null || remaining.has(role.seatId)) return role;
    const seat = seatsLeft.shift();
    return { ...role, seatId: seat?.id ?? null, roomId: seat?.roomId ?? null };
  });
}
