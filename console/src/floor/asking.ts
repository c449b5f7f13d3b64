import type { Approval, Run } from '#protocol/records/work.js';

/** Employees of these runs who wait for a person's answer; approvals come from every floor. */
export function askingOf(
  approvals: readonly Pick<Approval, 'status' | 'employeeId' | 'runId'>[],
  runs: readonly Pick<Run, 'id'>[],
): ReadonlySet<string> {
  const ids = new Set(runs.map(({ id }) => id));
  const pending = approvals.filter(({ status, runId }) => status === 'pending' && ids.has(runId));
  return new Set(pending.map(({ employeeId }) => employeeId));
}
