import { endOf } from '../../platform/clock.js';
import { clip } from '../../platform/text/clip.js';
import { limits } from '../../protocol/limits.js';
import type { ApprovalDecider, ApprovalScope } from '../../protocol/records/enums.js';
import type { ApprovalItem } from '../../protocol/records/approval-parts.js';
import type { Approval } from '../../protocol/records/work.js';
import { changedFiles } from '../../protocol/rules/changed-files.js';
import { runTexts } from '../../protocol/texts/runs.js';

export interface Decision {
  /** Answer to the open items that `items` does not name; null: they stay open. */
  readonly approved: boolean | null;
  /** Answers by item id. */
  readonly items?: Readonly<Record<string, boolean>> | undefined;
  readonly reason: string | null;
  /** Absent: `once`. */
  readonly scope?: ApprovalScope;
  /** Absent: a person. */
  readonly by?: ApprovalDecider;
  /** Name of the person, as they give it. */
  readonly name?: string | undefined;
}

/** The fields of a question that decide whether one yes covers another. */
type Asked = Pick<Approval, 'kind' | 'detail' | 'covers' | 'scopes' | 'check' | 'files'>;

/** One question of an approval: itself, or one of its items. */
interface Question extends Asked {
  /** Id of the item; null: the approval is a single question. */
  readonly item: string | null;
  /** Absent: open. */
  readonly approved?: boolean | undefined;
  readonly scope?: ApprovalScope | undefined;
}

/**
 * A pending approval after an answer; the reason is cut at 500 characters. It stays pending while
 * an item is open, and is approved if any item is.
 */
export function decideApproval(pending: Approval, decision: Decision, at: number): Approval {
  if (pending.items === undefined) {
    return decision.approved === null ? pending : decided(pending, decision.approved, decision, at);
  }
  const items = pending.items.map((item) => answered(item, decision));
  const known = { ...pending, items };
  // The end of a call or turn is no answer to the calls after it.
  if (decision.by === 'end') return decided(known, items.some(isApproved), decision, at);
  if (items.some(({ approved }) => approved === undefined)) return known;
  const [first] = items;
  const isOfAll = items.every(({ approved, scope }) => approved === true && scope === first?.scope);
  const scope = isOfAll ? first?.scope : undefined;
  const whole = { ...decision, scope: scope ?? 'once' } as const;
  return decided(known, items.some(isApproved), whole, at);
}

function decided(pending: Approval, approved: boolean, decision: Decision, at: number): Approval {
  return {
    ...pending,
    status: approved ? 'approved' : 'rejected',
    decidedAt: endOf(pending.requestedAt, at),
    reason: reasonOf(decision),
    ...scopeOf(approved, decision),
    ...deciderOf(decision),
  };
}

/** The item after an answer; the end of the asking call or turn answers nothing. */
function answered(item: ApprovalItem, decision: Decision): ApprovalItem {
  if (item.approved !== undefined || decision.by === 'end') return item;
  const approved = decision.items?.[item.id] ?? decision.approved;
  if (approved === null) return item;
  const reason = reasonOf(decision);
  return {
    ...item,
    approved,
    ...(reason !== null && { reason }),
    ...scopeOf(approved, decision),
    ...deciderOf(decision),
  };
}

function isApproved({ approved }: ApprovalItem): boolean {
  return approved === true;
}

function reasonOf({ reason }: Decision): string | null {
  const text = reason?.trim() ?? '';
  return text === '' ? null : clip(text, limits.approvalReasonCharacters);
}

function scopeOf(approved: boolean, { scope = 'once' }: Decision): Pick<Approval, 'scope'> {
  return approved && scope !== 'once' ? { scope } : {};
}

function deciderOf({ by, name }: Decision): Pick<Approval, 'decidedBy' | 'decidedByName'> {
  const decidedByName = clip(name?.trim() ?? '', limits.approverNameCharacters);
  return { decidedBy: by ?? 'person', ...(decidedByName === '' ? {} : { decidedByName }) };
}

/** Why an answer cannot be given, in the words of the service; null: it can. */
export function refusalOf(pending: Approval, decision: Decision): string | null {
  const known = new Map((pending.items ?? []).map((item) => [item.id, item]));
  for (const id of Object.keys(decision.items ?? {})) {
    const item = known.get(id);
    if (item === undefined) return runTexts.approvalNoItem(pending.id, id);
    if (item.approved !== undefined) return runTexts.approvalItemDecided(pending.id, id);
  }
  const { scope = 'once' } = decision;
  if (scope === 'once') return null;
  const mayAll = allowedBy(pending, decision).every(({ scopes }) => scopes?.includes(scope));
  if (mayAll) return null;
  if (scope === 'run') return runTexts.approvalOnceOnly(pending.id);
  return scope === 'checks'
    ? runTexts.approvalNoChecks(pending.id)
    : runTexts.approvalNoSandbox(pending.id);
}

/** The questions that an answer says yes to. */
export function allowedBy(pending: Approval, decision: Decision): readonly Asked[] {
  return openOf(pending).filter(({ item }) => {
    const named = item === null ? undefined : decision.items?.[item];
    return (named ?? decision.approved) === true;
  });
}

/** The answer to the items of an open approval that a yes covers; null: it covers none. */
export function answerToCovered(
  open: Approval,
  isCovered: (asked: Asked) => boolean,
  decision: Decision,
): Decision | null {
  const covered = openOf(open).filter(isCovered);
  if (covered.length === 0) return null;
  if (open.items === undefined) return { ...decision, approved: true, items: undefined };
  const items = Object.fromEntries(covered.flatMap(({ item }) => (item ? [[item, true]] : [])));
  return { ...decision, approved: null, items };
}

function openOf(approval: Approval): readonly Question[] {
  return questionsOf(approval).filter(({ approved }) => approved === undefined);
}

function questionsOf(approval: Approval): readonly Question[] {
  if (approval.items !== undefined)
    return approval.items.map((item) => ({ ...item, item: item.id }));
  const { status } = approval;
  const approved = status === 'pending' ? undefined : status === 'approved';
  return [{ ...approval, item: null, approved }];
}

/** True if what was given for the run covers the same command. */
export function isCoveredBy(given: Approval, asked: Asked): boolean {
  return questionsOf(given).some(
    (one) => one.approved === true && one.scope === 'run' && isSame(one, asked),
  );
}

/** True if two questions of a run are identical, so that one yes may cover both. */
export function isSame(one: Asked, other: Asked): boolean {
  const bothMay = mayCoverRun(one) && mayCoverRun(other);
  return bothMay && isAlike(one, other) && changedFiles(one.files, other.files).length === 0;
}

/**
 * Bound files of a question that have changed since a person last said yes to the same question.
 */
export function changedSinceYes(given: Iterable<Approval>, asked: Asked): readonly string[] {
  const last = [...given]
    .flatMap(questionsOf)
    .findLast((one) => one.approved === true && isAlike(one, asked));
  return last === undefined ? [] : changedFiles(last.files, asked.files);
}

function isAlike(one: Asked, other: Asked): boolean {
  return one.kind === other.kind && reach(one) === reach(other);
}

function mayCoverRun({ scopes = [] }: Asked): boolean {
  return scopes.includes('run');
}

/** True if a yes to the floor's checks also answers a question of another approval. */
export function isCheckOf(given: Approval, { checks }: Approval, { check }: Asked): boolean {
  return (
    check !== undefined &&
    checks !== undefined &&
    given.checks?.workspaceId === checks.workspaceId &&
    given.checks.definition === checks.definition &&
    given.checks.commands.includes(check)
  );
}

/** True if a yes to everything inside the sandbox also answers a question of another approval. */
export function isInSandboxOf(
  given: Approval,
  scope: ApprovalScope,
  open: Approval,
  { scopes = [] }: Asked,
): boolean {
  const isSameRun = given.runId === open.runId;
  const isSameFloor = given.sandbox?.workspaceId === open.sandbox?.workspaceId;
  const reaches = scope === 'sandbox-floor' ? isSameFloor : isSameRun;
  return reaches && scopes.includes(scope);
}

/** True if a person approved one of them, at `since` or later. */
export function isGrantedBy(given: readonly Approval[], since: number): boolean {
  return given.some(
    ({ decidedBy, decidedAt }) => decidedBy === 'person' && (decidedAt ?? 0) >= since,
  );
}

/** In records of earlier versions a yes for the run reached only the identical question. */
function reach({ covers, detail }: Asked): string {
  return covers ?? detail;
}
