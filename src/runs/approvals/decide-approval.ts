import { clip } from '../../platform/text/clip.js';
import { limits } from '../../protocol/limits.js';
import type { Approval } from '../../protocol/records/work.js';

export interface Decision {
  readonly approved: boolean;
  readonly reason: string | null;
}

/** A pending approval after its decision; the reason is cut at 500 characters (decisions.md B3). */
export function decideApproval(pending: Approval, decision: Decision, at: number): Approval {
  const reason = decision.reason?.trim() ?? '';
  return {
    ...pending,
    status: decision.approved ? 'approved' : 'rejected',
    decidedAt: at,
    reason: reason === '' ? null : clip(reason, limits.approvalReasonCharacters),
  };
}
