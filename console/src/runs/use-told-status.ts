import type { RunStatus } from '#protocol/records/enums.js';
import type { Run } from '#protocol/records/work.js';
import { useOfficeState } from '../app/office-context.js';
import { toldStatus } from './told-status.js';

/** The status of a run as people see it now. */
export function useToldStatus(run: Pick<Run, 'id' | 'status'>): RunStatus {
  return useOfficeState((state) => toldStatus(run, state.approvals));
}
