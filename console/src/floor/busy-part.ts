import type { EmployeeState } from '#protocol/records/organisation.js';
import type { Area, SeatPlace } from './plan-types.js';

/** Space around people at work, metres. */
const around = 3;
/** With more people than this, names have no room on a floor that is shown whole. */
const crowd = 30;
const busy: ReadonlySet<string> = new Set(['working', 'thinking', 'talking', 'blocked']);

/** The part of a large floor where people work; null: nobody works, or the floor is small. */
export function busyPart(
  employees: readonly Pick<EmployeeState, 'id' | 'status'>[],
  places: ReadonlyMap<string, SeatPlace>,
): Area | null {
  const at = employees.flatMap(({ id, status }) =>
    busy.has(status) ? (places.get(id) ?? []) : [],
  );
  if (employees.length <= crowd || at.length === 0) return null;
  const [xs, zs] = [at.map(({ x }) => x), at.map(({ z }) => z)];
  const [x, z] = [Math.min(...xs) - around, Math.min(...zs) - around];
  return {
    ...{ x, z },
    width: Math.max(...xs) + around - x,
    depth: Math.max(...zs) + around - z,
  };
}
