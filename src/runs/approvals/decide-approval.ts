import { endOf } from '../../platform/clock.js';
import { clip } from '../../platform/text/clip.js';
import { limits } from '../../protocol/limits.js';
import type { ApprovalDecider, ApprovalScope } from '../../protocol/records/enums.js';
import type { Approval } from '../../protocol/records/work.js';

export interface Decision {
  readonly approved: boolean;
  readonly reason: string | null;
  /** Absent: once. */
  readonly scope?: ApprovalScope;
  /** Absent: a person. */
  readonly by?: ApprovalDecider;
  /** What the person calls themselves. */
  readonly name?: string | undefined;
}

/** A pending approval after its decision; the reason is cut at 500 characters. */
export function decideApproval(pending: Approval, decision: Decision, at: number): Approval {
  const reason = decision.reason?.trim() ?? '';
  const name = clip(decision.name?.trim() ?? '', limits.approverNameCharacters);
  return {
    ...pending,
    status: decision.approved ? 'approved' : 'rejected',
    decidedAt: endOf(pending.requestedAt, at),
    reason: reason === '' ? null : clip(reason, limits.approvalReasonCharacters),
    ...(decision.approved && decision.scope === 'run' ? { scope: 'run' } : {}),
    decidedBy: decision.by ?? 'person',
    ...(name === '' ? {} : { decidedByName: name }),
  };
}

/** What is asked of a person, as far as one yes can stand for another. */
type Asked = Pick<Approval, 'kind' | 'detail' | 'scopes'>;

/** Whether a yes may be given for the rest of the run. */
export function mayCoverRun({ scopes = [] }: Pick<Approval, 'scopes'>): boolean {
  return scopes.includes('run');
}

/** Whether the approval of the same run stands for what is asked: given for the run, to the same command. */
export function covers(given: Approval, asked: Asked): boolean {
  return given.status === 'approved' && given.scope === 'run' && isSame(given, asked);
}

/** Whether two questions of a run ask for the identical thing, which one yes may cover. */
export function isSame(one: Asked, other: Asked): boolean {
  const bothMay = mayCoverRun(one) && mayCoverRun(other);
  return bothMay && one.kind === other.kind && one.detail === other.detail;
}

/** Whether one of the yeses is a person's, and not from before something was asked for anew. */
export function isGrantedBy(given: readonly Approval[], since: number): boolean {
  return given.some(
    ({ decidedBy, decidedAt }) => decidedBy === 'person' && (decidedAt ?? 0) >= since,
  );
}
