import { memo, useMemo, type CSSProperties } from 'react';
import type { EmployeeState } from '#protocol/records/organisation.js';
import type { Point, SeatPlace } from './plan-types.js';

const dark = new Set(['idle', 'offline']);

/** Screens of people who work at their desks. */
export function Screens({
  employees,
  places,
  asking,
  origin,
}: {
  readonly employees: readonly EmployeeState[];
  readonly places: ReadonlyMap<string, SeatPlace>;
  readonly asking: ReadonlySet<string>;
  readonly origin: Point;
}) {
  return (
    <div className="screens" aria-hidden="true">
      {employees.map(({ id, status }) => {
        const seat = places.get(id);
        const shown = asking.has(id) ? 'blocked' : status;
        if (seat?.hasDesk !== true || dark.has(shown)) return null;
        return (
          <Lit key={id} status={shown} seat={seat} x={seat.x - origin.x} z={seat.z - origin.z} />
        );
      })}
    </div>
  );
}

const Lit = memo(function Lit({
  status,
  seat: { facing },
  x,
  z,
}: {
  readonly status: string;
  readonly seat: SeatPlace;
  readonly x: number;
  readonly z: number;
}) {
  const at = useMemo(() => ({ '--x': x, '--z': z }) as CSSProperties, [x, z]);
  return (
    <span className={`lit ${status} faces-${facing}`} style={at}>
      <i />
      <i />
      <i />
    </span>
  );
});
