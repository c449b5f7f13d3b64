import type { EventDraftOf } from '../platform/events/drafts.js';
import type { Role, Workspace } from '../protocol/records/organisation.js';

/** Effects of an edit on the floor's employees. */
interface FloorEffects {
  /** Changed desks, including from and to none. */
  readonly moves: readonly EventDraftOf<'employee.moved'>[];
  /** New roles, and roles whose employee is shown differently. */
  readonly changed: readonly Role[];
  /** Removed roles. */
  readonly left: readonly Role[];
}

/** Compares a floor with its state before an edit. */
export function effectsOf(before: Workspace, after: Workspace): FloorEffects {
  const earlier = new Map(before.org.roles.map((role) => [role.id, role]));
  const remaining = new Set(after.org.roles.map((role) => role.id));
  const { roles } = after.org;
  return {
    moves: roles
      .filter((role) => isMoved(earlier.get(role.id), role))
      .map((role) => ({
        type: 'employee.moved',
        employeeId: role.id,
        fromSeatId: earlier.get(role.id)?.seatId ?? null,
        toSeatId: role.seatId,
        toRoomId: role.roomId,
      })),
    changed: roles.filter((role) => isShownDifferently(earlier.get(role.id), role)),
    left: before.org.roles.filter((role) => !remaining.has(role.id)),
  };
}

function isMoved(earlier: Role | undefined, role: Role): boolean {
  if (earlier === undefined) return role.seatId !== null;
  return earlier.seatId !== role.seatId || earlier.roomId !== role.roomId;
}

function isShownDifferently(earlier: Role | undefined, role: Role): boolean {
  return (
    earlier === undefined ||
    isMoved(earlier, role) ||
    earlier.displayName !== role.displayName ||
    earlier.title !== role.title ||
    earlier.departmentId !== role.departmentId
  );
}
