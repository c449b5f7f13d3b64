import { RefusedError } from '../../platform/errors/office-error.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { uniqueKnown } from '../unique-known.js';
import { changeRole } from './change-role.js';

/** Lists that replace a role's own; absent ones stay unchanged. */
export interface RoleGrants {
  readonly allowedTools?: readonly string[];
  readonly skillIds?: readonly string[];
}

/**
 * The floor with other tools and skills for a role, without entries that do not exist or are not
 * enabled.
 *
 * @throws RefusedError if a list becomes empty, neither list was sent, or there is no such role
 */
export function grantRole(
  floor: Workspace,
  roleId: string,
  { allowedTools, skillIds }: RoleGrants,
  knownTools: ReadonlySet<string>,
): Workspace {
  if (allowedTools === undefined && skillIds === undefined) {
    throw new RefusedError(workspaceTexts.nothingToGrant);
  }
  return changeRole(floor, roleId, (role) => ({
    ...role,
    ...(allowedTools && {
      allowedTools: knownOrRefuse(allowedTools, knownTools, workspaceTexts.needsTool),
    }),
    ...(skillIds && {
      skillIds: knownOrRefuse(
        skillIds,
        new Set(floor.skillIds),
        workspaceTexts.skillsNotEnabled(floor.name),
      ),
    }),
  }));
}

function knownOrRefuse(
  wanted: readonly string[],
  known: ReadonlySet<string>,
  refusal: string,
): readonly string[] {
  const kept = uniqueKnown(wanted, known);
  if (kept.length === 0) throw new RefusedError(refusal);
  return kept;
}
