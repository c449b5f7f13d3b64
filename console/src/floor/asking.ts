import type { Approval, Run } from '#protocol/records/work.js';

/** Who waits for the answer of a person, of those in these runs: approvals are of every floor. */
export function askingOf(
  approvals: readonly Pick<Approval, 'status' | 'employeeId' | 'runId'>[],
  runs: readonly Pick<Run, 'id'>[],
): ReadonlySet<string> {
  const ids = new Set(runs.map(({ id }) => id));
  const pending = approvals.filter(({ status, runId }) => status === 'pending' && ids.has(runId));
  return new Set(pending.map(({ employeeId }) => employeeId));
}
