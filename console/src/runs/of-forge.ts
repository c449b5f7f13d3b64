import { forgeKinds } from '#protocol/records/enums.js';
import type { Run } from '#protocol/records/work.js';

/** True for a run that a forge has begun, or whose change was given to one. */
export function isOfForge({ submittedBy, changes }: Pick<Run, 'submittedBy' | 'changes'>): boolean {
  const names: readonly (string | null)[] = forgeKinds;
  return names.includes(submittedBy) || changes?.some(({ kind }) => kind === 'request') === true;
}

/** Id of the run that this one goes on with, or tries again. */
export function earlierOf({ continues, retryOf }: Pick<Run, 'continues' | 'retryOf'>) {
  return continues ?? retryOf;
}
