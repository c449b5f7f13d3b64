import type { RunStatus, StageMode, StageStatus } from '#protocol/records/enums.js';
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

/** Names of the modes of stages. */
export const modeWords: Readonly<Record<StageMode, string>> = {
  single: 'one person',
  parallel: 'side by side',
  debate: 'a debate',
  'review-loop': 'reviewed and mended',
};
