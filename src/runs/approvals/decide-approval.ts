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
  /** Name of the person, as they give it. */
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

/** The fields of a question that decide whether one yes covers another. */
type Asked = Pick<Approval, 'kind' | 'detail' | 'covers' | 'scopes'>;

/** True if a yes may be given for the rest of the run. */
export function mayCoverRun({ scopes = [] }: Pick<Approval, 'scopes'>): boolean {
  return scopes.includes('run');
}

/** True if an approval given for the run covers the same command. */
export function isCoveredBy(given: Approval, asked: Asked): boolean {
  return given.status === 'approved' && given.scope === 'run' && isSame(given, asked);
}

/** True if two questions of a run are identical, so that one yes may cover both. */
export function isSame(one: Asked, other: Asked): boolean {
  const bothMay = mayCoverRun(one) && mayCoverRun(other);
  return bothMay && one.kind === other.kind && reach(one) === reach(other);
}

/** True if a person gave one of the approvals, and not before `since`. */
export function isGrantedBy(given: readonly Approval[], since: number): boolean {
  return given.some(
    ({ decidedBy, decidedAt }) => decidedBy === 'person' && (decidedAt ?? 0) >= since,
  );
}

/** In records of earlier versions a yes for the run reached the identical thing. */
function reach({ covers, detail }: Asked): string {
  return covers ?? detail;
}
