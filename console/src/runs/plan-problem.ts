import type { Role } from '#protocol/records/organisation.js';
import type { Run } from '#protocol/records/work.js';
import type { WorkPlan } from '#protocol/records/work-plan.js';
import { mayWrite } from '#protocol/rules/may-write.js';

type Stages = readonly { readonly spec: Pick<Run['stages'][number]['spec'], 'kind'> }[];
type Person = Pick<Role, 'id' | 'displayName' | 'allowedTools'>;

/** What is wrong with the builders of a plan, before the service is asked; null: nothing. */
export function planProblem(
  { builders }: Pick<WorkPlan, 'builders'>,
  stages: Stages,
  roles: readonly Person[],
): string | null {
  const nameOf = (id: string) => roles.find((role) => role.id === id)?.displayName ?? id;
  if (builders.length === 0) {
    const isBuilt = stages.some(({ spec }) => spec.kind === 'build');
    return isBuilt ? 'Name at least one person who builds.' : null;
  }
  const ids = builders.map(({ roleId }) => roleId);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) return `${nameOf(twice)} is named twice.`;
  const other = roles.find((role) => ids.includes(role.id) && !mayWrite(role));
  if (other !== undefined) return `${other.displayName} may not write files.`;
  const idle = builders.find(({ part }) => part.trim() === '');
  return idle === undefined ? null : `Say what ${nameOf(idle.roleId)} builds.`;
}

/** Id of the next builder: the first role that may write and is not named yet, if there is one. */
export function nextBuilder(
  { builders }: Pick<WorkPlan, 'builders'>,
  roles: readonly Person[],
): string {
  const writers = roles.filter(mayWrite);
  const free = writers.find(({ id }) => builders.every(({ roleId }) => roleId !== id));
  return (free ?? writers[0] ?? roles[0])?.id ?? '';
}
