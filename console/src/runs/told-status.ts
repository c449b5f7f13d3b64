import type { RunStatus } from '#protocol/records/enums.js';
import type { OfficeState } from '#protocol/records/office.js';
import type { Run } from '#protocol/records/work.js';

/** The status of a run as people see it: a question about spending leaves it running. */
export function toldStatus(
  { id, status }: Pick<Run, 'id' | 'status'>,
  approvals: readonly Pick<OfficeState['approvals'][number], 'runId'>[],
): RunStatus {
  const isAsked = approvals.some(({ runId }) => runId === id);
  return status === 'running' && isAsked ? 'awaiting-approval' : status;
}
