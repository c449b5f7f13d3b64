import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { OfficeState } from '#protocol/records/office.js';
import type { Run } from '#protocol/records/work.js';
import { useLoaded } from '../ui/use-loaded.js';
import { useFloors, useOffice, useOfficeState } from './office-context.js';

/** The parts of a floor that are looked up; ids are unique inside one floor only. */
type FloorPart = Pick<
  OfficeState,
  'employees' | 'roles' | 'departments' | 'pipelines' | 'routingPosture' | 'budget'
>;

/**
 * A part of any floor; undefined until it is loaded. `select` must return the same object while
 * nothing in it has changed.
 */
export function useFloorPart<T>(
  floorId: string | null,
  select: (floor: FloorPart) => T,
): T | undefined {
  const floors = useFloors();
  const isElsewhere = useOfficeState(
    ({ activeWorkspaceId }) => floorId !== null && floorId !== activeWorkspaceId,
  );
  const isOpen = useIsOpen(floorId ?? '');
  useEffect(() => {
    // The service answers nothing about a closed floor.
    if (isElsewhere && isOpen && floorId !== null) floors.ask(floorId);
  }, [floors, floorId, isElsewhere, isOpen]);
  const other = useSyncExternalStore(floors.subscribe, () => floors.get(floorId ?? ''));
  const ofShown = useOfficeState((state) =>
    state.activeWorkspaceId === floorId ? select(state) : undefined,
  );
  return isElsewhere && other !== undefined ? select(other) : ofShown;
}

/** Returns a function that looks up parts of any of these floors; undefined until they are loaded. */
export function useFloorParts(
  floorIds: readonly string[],
): (floorId: string) => Pick<FloorPart, 'roles' | 'departments' | 'pipelines'> | undefined {
  const floors = useFloors();
  const shownId = useOfficeState((state) => state.activeWorkspaceId);
  const open = useOfficeState((state) => state.workspaces);
  const roles = useOfficeState((state) => state.roles);
  const departments = useOfficeState((state) => state.departments);
  const pipelines = useOfficeState((state) => state.pipelines);
  const isAsked = (id: string) => id !== shownId && floorIds.includes(id);
  const asked = open.flatMap(({ id }) => (isAsked(id) ? [id] : [])).join(' ');
  useEffect(() => {
    for (const id of asked.split(' ')) if (id !== '') floors.ask(id);
  }, [floors, asked]);
  const others = useSyncExternalStore(floors.subscribe, floors.all);
  return (id) => (id === shownId ? { roles, departments, pipelines } : others.get(id));
}

/** Returns a function that names a floor, also one that was closed. */
export function useFloorName(): (floorId: string) => string {
  const floors = useOfficeState(({ workspaces }) => workspaces);
  return (floorId) => floors.find(({ id }) => id === floorId)?.name ?? `${floorId} (closed)`;
}

/** True unless the floor was closed. */
export function useIsOpen(floorId: string): boolean {
  return useOfficeState(({ workspaces }) => workspaces.some(({ id }) => id === floorId));
}

/** A run of any floor; the state has only the runs of the shown floor. */
export function useRunOf(runId: string): Run | null {
  const office = useOffice();
  const held = useOfficeState((state) => state.runs.find(({ id }) => id === runId));
  const isHeld = held !== undefined;
  const load = useCallback(
    (signal: AbortSignal): Promise<Run | null> =>
      isHeld ? Promise.resolve(null) : office.http.run(runId, { signal }),
    [office, runId, isHeld],
  );
  const { value } = useLoaded(load);
  return held ?? value;
}
