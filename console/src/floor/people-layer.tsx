import { useCallback, useMemo, useRef } from 'react';
import type { EmployeeState } from '#protocol/records/organisation.js';
import { useOfficeState } from '../app/office-context.js';
import { Person } from './person.js';
import type { FloorPlan, Point, SeatPlace } from './plan-types.js';
import { Walkways } from './walk.js';

const nowhere: SeatPlace = { x: 0, z: 0, facing: 's', hasDesk: false };

/** Everybody at their place, in metres from the corner of the view. */
export function PeopleLayer({
  plan,
  places,
  origin,
  employees,
  asking,
  named,
  selected,
  onSelect,
}: {
  readonly plan: FloorPlan;
  readonly places: ReadonlyMap<string, SeatPlace>;
  readonly origin: Point;
  readonly employees: readonly EmployeeState[];
  readonly asking: ReadonlySet<string>;
  /** People whose names have room; the others' are shown under the pointer. */
  readonly named: ReadonlySet<string>;
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}) {
  const roles = useOfficeState((state) => state.roles);
  const byRole = useMemo(() => new Map(roles.map((role) => [role.id, role])), [roles]);
  const ways = useWays(plan);
  return (
    <div className="people">
      {employees.map((employee) => {
        const { x, z, facing, hasDesk } = places.get(employee.id) ?? nowhere;
        return (
          <Person
            key={employee.id}
            id={employee.id}
            name={employee.displayName}
            status={employee.status}
            activity={employee.activity}
            isAsking={asking.has(employee.id)}
            role={byRole.get(employee.roleId)}
            x={x}
            z={z}
            origin={origin}
            facing={facing}
            hasDesk={hasDesk}
            isNamed={named.has(employee.id)}
            isSelected={employee.id === selected}
            ways={ways}
            onSelect={onSelect}
          />
        );
      })}
    </div>
  );
}

/** The walkways of a plan, calculated when the first person walks. */
function useWays(plan: FloorPlan): () => Walkways {
  const known = useRef<{ plan: FloorPlan; ways: Walkways } | null>(null);
  return useCallback(() => {
    if (known.current?.plan !== plan) known.current = { plan, ways: new Walkways(plan) };
    return known.current.ways;
  }, [plan]);
}
