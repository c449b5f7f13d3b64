import type { RunStatus, StageStatus } from '#protocol/records/enums.js';

/** A status as people read it. */
export function statusWord(status: RunStatus | StageStatus): string {
  return status === 'awaiting-approval' ? 'waits for you' : status;
}
