import type { Role } from '../records/organisation.js';
import type { Pipeline } from '../records/work.js';

/**
 * Role ids that a pipeline names, including optional and tag-gated stages, and that the floor
 * lacks; without duplicates, in the order of the stages. Stages with `onDecision` do not count: they
 * are skipped if no role is there for them.
 */
export function missingRoles(
  pipeline: Pipeline,
  roles: readonly Pick<Role, 'id'>[],
): readonly string[] {
  const staffed = new Set(roles.map((role) => role.id));
  return rolesNeeded(pipeline).filter((roleId) => !staffed.has(roleId));
}

/** The pipelines that are refused on a floor without this role. */
export function pipelinesNeeding(
  roleId: string,
  pipelines: readonly Pipeline[],
): readonly Pipeline[] {
  return pipelines.filter((pipeline) => rolesNeeded(pipeline).includes(roleId));
}

function rolesNeeded({ stages }: Pipeline): readonly string[] {
  const needed = stages.filter(({ onDecision }) => onDecision !== true);
  return [...new Set(needed.flatMap((stage) => stage.roleIds))];
}
