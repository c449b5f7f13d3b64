import { useMemo } from 'react';
import { useOfficeState } from '../app/office-context.js';
import { zonesOf } from './departments.js';
import { planFloor } from './floor-plan.js';

/** The plan of the shown floor, with the zones of its departments. */
export function useFloorPlan() {
  const floor = useOfficeState((state) => state.floor);
  const roles = useOfficeState((state) => state.roles);
  const departments = useOfficeState((state) => state.departments);
  const plan = useMemo(
    () => planFloor({ layout: floor.layout, modules: floor.modules }),
    [floor.layout, floor.modules],
  );
  const zones = useMemo(
    () => zonesOf(plan.seats, roles, departments),
    [plan.seats, roles, departments],
  );
  return { plan, zones };
}
