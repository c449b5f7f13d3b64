import type { StageRun } from '#protocol/records/work.js';

/** The running stage, or the number of finished ones. */
export function stagesDone(stages: readonly Pick<StageRun, 'status' | 'spec'>[]): string {
  const current = stages.find(
    ({ status }) => status === 'running' || status === 'awaiting-approval',
  );
  if (current !== undefined) return current.spec.name;
  const done = stages.filter(({ status }) => status === 'done' || status === 'skipped').length;
  return `${done} of ${stages.length} stages`;
}
