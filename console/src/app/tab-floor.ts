import { useEffect } from 'react';
import { notify } from './notices.js';
import { useOfficeState, useShowFloor } from './office-context.js';
import { current, goTo, goWith, replaceWith, usePlace } from './router.js';

/** Parameter of the address that names the floor of the tab. */
const parameter = 'floor';

/** The floor in the address; null: none yet. */
export function floorInAddress(): string | null {
  return current().query.get(parameter);
}

/**
 * Shows another floor in this tab, on the same page; on the page of a run it opens the floor's
 * first page.
 */
export function goToFloor(id: string): void {
  const { path } = current();
  if (path[0] === 'runs' && path.length > 1) goTo([], { [parameter]: id });
  else goWith({ [parameter]: id });
}

/** Place of the form that opens a floor on a folder. */
export const openFloorPlace = [['people'], { tab: 'floors', open: '1' }] as const;

/** Goes to the form that opens a floor. */
export function goToOpenFloor(): void {
  goTo(...openFloorPlace);
}

/**
 * Shows the floor that the address names, or adds the shown floor to the address. Returns the id of
 * a floor that is still being read; null: it is shown.
 */
export function useTabFloor(): string | null {
  const asked = usePlace().query.get(parameter);
  const shown = useOfficeState((state) => state.activeWorkspaceId);
  const floors = useOfficeState((state) => state.workspaces);
  const showFloor = useShowFloor();
  const isKnown = floors.some(({ id }) => id === asked);
  const first = useOfficeState((state) => state.workspaces[0]?.id ?? state.activeWorkspaceId);
  const isGone = !floors.some(({ id }) => id === shown);
  useEffect(() => {
    if (asked !== null && isKnown) return showFloor(asked);
    if (asked !== null) notify(`There is no floor "${asked}" any more.`, 'error');
    replaceWith({ [parameter]: isGone ? first : shown });
  }, [asked, isKnown, shown, isGone, first, showFloor]);
  return asked !== null && isKnown && asked !== shown ? asked : null;
}

/** Makes the floor of the shown content the floor of this tab, without a step for Back. */
export function useFloorOf(floorId: string | null): void {
  const asked = usePlace().query.get(parameter);
  const isKnown = useOfficeState((state) => state.workspaces.some(({ id }) => id === floorId));
  useEffect(() => {
    if (floorId !== null && isKnown && asked !== null && asked !== floorId)
      replaceWith({ [parameter]: floorId });
  }, [floorId, isKnown, asked]);
}
