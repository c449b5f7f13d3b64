import type { Role } from '../../protocol/records/organisation.js';
import type { Pipeline } from '../../protocol/records/work.js';

/**
 * Role ids that a pipeline names anywhere, optional and tag-gated stages included, and the floor
 * does not have; each once, in the order of the stages.
 */
export function missingRoles(pipeline: Pipeline, roles: readonly Role[]): readonly string[] {
  const staffed = new Set(roles.map((role) => role.id));
  const named = new Set(pipeline.stages.flatMap((stage) => stage.roleIds));
  return [...named].filter((roleId) => !staffed.has(roleId));
}
