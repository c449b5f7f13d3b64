import type { EmployeeState } from '#protocol/records/organisation.js';
import type { NameTag } from './name-room.js';
import type { SeatPlace } from './plan-types.js';

/** The names of people by importance: those who ask, those who work, then the others. */
export function tagsOf(
  employees: readonly Pick<EmployeeState, 'id' | 'displayName' | 'status' | 'activity'>[],
  places: ReadonlyMap<string, SeatPlace>,
  asking: ReadonlySet<string>,
  isRoomy: boolean,
): readonly NameTag[] {
  return employees.flatMap(({ id, displayName, status, activity }) => {
    const place = places.get(id);
    if (place === undefined) return [];
    const { x, z, facing, hasDesk } = place;
    const isAsking = asking.has(id) || status === 'blocked';
    const rank = isAsking ? 2 : status === 'idle' || status === 'offline' ? 0 : 1;
    const letters = (displayName.split(' ')[0] ?? '').length;
    const isLong = isRoomy && hasDesk && (isAsking || (activity ?? '') !== '');
    return [{ id, x, z, facing, letters, rank, isLong }];
  });
}
