import { RefusedError } from '../../platform/errors/office-error.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { workspaceTexts } from '../../protocol/texts.js';
import { knownOnce } from '../known-once.js';
import { fitRoleSkills } from '../people/fit-role-skills.js';

/**
 * The floor with other skills enabled (behaviour-server.md 6.2). Unknown and repeated ids are
 * dropped; each role keeps what is still enabled, or gets the first.
 *
 * @throws RefusedError when no known skill is left
 */
export function editSkills(
  floor: Workspace,
  wanted: readonly string[],
  known: ReadonlySet<string>,
): Workspace {
  const skillIds = knownOnce(wanted, known);
  if (skillIds.length === 0) throw new RefusedError(workspaceTexts.needsSkill);
  const roles = floor.org.roles.map((role) => fitRoleSkills(role, skillIds));
  return { ...floor, skillIds, org: { ...floor.org, roles } };
}
