import type { Role } from '../../protocol/records/organisation.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { StaffedFloor } from './seats.js';
import { freeSeats, seatsOf } from './seats.js';

/** The seat for an employee; an absent room leaves the room as it is. */
export interface SeatChange {
  readonly seatId: string | null;
  readonly roomId?: string | null;
}

/**
 * The role on its new seat. Giving up the seat gives up the room too.
 *
 * @throws RefusedError when the floor has no such seat or another employee holds it
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
 * A new employee with a seat: the seat already named, else the first free one with its room; as
 * they are when the floor is full.
 */
export function seatNewEmployee(floor: StaffedFloor, newEmployee: Role): Role {
  const [firstFree] = freeSeats(floor);
  if (newEmployee.seatId !== null || !firstFree) return newEmployee;
  return { ...newEmployee, seatId: firstFree.id, roomId: firstFree.roomId };
}

/**
 * Every employee on a seat that exists: whoever held one that has gone with its module moves to
 * the first free seat, or to none when the floor is full. The others stay, as the very same
 * objects, so a caller can tell by identity who moved.
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
