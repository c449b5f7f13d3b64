import type { RunStatus } from '#protocol/records/enums.js';
import type { Run } from '#protocol/records/work.js';
import { useOfficeState } from '../app/office-context.js';

/** The status of a run as people see it: a question about spending leaves it running. */
export function useToldStatus({ id, status }: Pick<Run, 'id' | 'status'>): RunStatus {
  const isAsked = useOfficeState((state) => state.approvals.some(({ runId }) => runId === id));
  return status === 'running' && isAsked ? 'awaiting-approval' : status;
}
