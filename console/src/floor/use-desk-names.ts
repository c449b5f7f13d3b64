import { useMemo } from 'react';
import { useOfficeState } from '../app/office-context.js';
import { deskNames } from './desk-names.js';
import { useFloorPlan } from './use-floor-plan.js';

/** The name of each seat of the shown floor. */
export function useDeskNames(): ReadonlyMap<string, string> {
  const roles = useOfficeState((state) => state.roles);
  const departments = useOfficeState((state) => state.departments);
  const { plan } = useFloorPlan();
  return useMemo(() => deskNames(plan, roles, departments), [plan, roles, departments]);
}
