import type { RunStatus, StageStatus } from '../../../src/protocol/records/enums.js';
import type { Tone } from '../ui/pieces.js';

export const runTones: Readonly<Record<RunStatus, Tone>> = {
  queued: 'plain',
  running: 'busy',
  'awaiting-approval': 'wait',
  paused: 'plain',
  done: 'good',
  failed: 'bad',
  cancelled: 'plain',
};

export const stageTones: Readonly<Record<StageStatus, Tone>> = {
  pending: 'plain',
  running: 'busy',
  'awaiting-approval': 'wait',
  done: 'good',
  failed: 'bad',
  skipped: 'plain',
};

/** Whether a run in this status never changes again. */
export function isOver(status: RunStatus): boolean {
  return status === 'done' || status === 'failed' || status === 'cancelled';
}
