import type { Department } from '#protocol/records/organisation.js';
import type { Run } from '#protocol/records/work.js';
import { useFloorName, useFloorParts } from '../../app/floors.js';
import { useOfficeState } from '../../app/office-context.js';
import type { PaidTurn } from './sums.js';

/** The role of a turn, on the floor of its run: ids of roles are unique inside one floor only. */
export interface PaidRole {
  readonly key: string;
  readonly title: string;
  readonly department: Department | undefined;
  /** Null: all runs are of the floor of this tab. */
  readonly floor: string | null;
}

export function useRoles(runs: readonly Pick<Run, 'workspaceId'>[]): (paid: PaidTurn) => PaidRole {
  const floorIds = [...new Set(runs.map(({ workspaceId }) => workspaceId))];
  const shownId = useOfficeState((state) => state.activeWorkspaceId);
  const isNamed = floorIds.some((id) => id !== shownId);
  const floorName = useFloorName();
  const partsOf = useFloorParts(floorIds);
  return ({ turn: { roleId }, run: { workspaceId } }) => {
    const { roles = [], departments = [] } = partsOf(workspaceId) ?? {};
    const role = roles.find(({ id }) => id === roleId);
    return {
      key: `${workspaceId} ${roleId}`,
      title: role?.title ?? roleId,
      department: departments.find(({ id }) => id === role?.departmentId),
      floor: isNamed ? floorName(workspaceId) : null,
    };
  };
}
