import type { WorkspaceSummary } from '#protocol/records/organisation.js';
import { useFloorParts } from '../app/floors.js';
import { useOfficeState } from '../app/office-context.js';
import { type Choices, choicesOf } from './filter-choices.js';
import { all } from './history-query.js';

/** The pipelines and people of the floor that is asked for, or of all open ones. */
export function useFilterChoices(of: string): Choices {
  const shownId = useOfficeState((state) => state.activeWorkspaceId);
  const open = useOfficeState((state) => state.workspaces);
  const wanted = wantedFloors(open, of, shownId);
  const partsOf = useFloorParts(wanted.map(({ id }) => id));
  return choicesOf(
    wanted.flatMap(({ id, name }) => {
      const parts = partsOf(id);
      return parts === undefined ? [] : [{ ...parts, name }];
    }),
  );
}

/** The floor of the tab comes first. */
function wantedFloors(open: readonly WorkspaceSummary[], of: string, shownId: string) {
  if (of !== all) return open.filter(({ id }) => id === of);
  return open.toSorted((a, b) => Number(b.id === shownId) - Number(a.id === shownId));
}
