import { clip } from '#platform/text/clip.js';
import { spelled } from '#platform/text/spelling.js';
import type { ApprovalScope } from '#protocol/records/enums.js';
import { approvalScopes } from '#protocol/records/enums.js';
import type { ApprovalItem, FloorChecks } from '#protocol/records/approval-parts.js';
import type { Approval } from '#protocol/records/work.js';
import { changedFiles } from '#protocol/rules/changed-files.js';
import { runTexts } from '#protocol/texts/runs.js';
import { checkOf } from '#runs/approvals/allowed-checks.js';
import type { ApprovalAnswer, ApprovalAsk } from '#tools/tool.js';
import type { ForeseenAsk } from './call-foresight.js';

const summaryCharacters = 300;

/** The fields of a question that say what is asked. */
export type Asked = Pick<
  Approval,
  | 'kind'
  | 'summary'
  | 'detail'
  | 'touches'
  | 'scopes'
  | 'covers'
  | 'check'
  | 'checks'
  | 'items'
  | 'sandbox'
  | 'files'
>;

/** One question for all calls of an answer; a single call is asked for by itself. */
export function questionFor(
  asks: readonly ForeseenAsk[],
  checks: FloorChecks | null,
  workspaceId: string,
): Asked | null {
  const items = asks.map(({ id, tool, ask }) => ({ id, tool, ...questionOf(ask, checks) }));
  const [first] = items;
  if (first === undefined) return null;
  const offered = items.some(({ check }) => check !== undefined) && checks !== null;
  const [told] = asks.flatMap(({ ask }) => ask.sandboxTold ?? []);
  const reach = {
    ...(offered && { checks }),
    ...(told !== undefined && { sandbox: { workspaceId, told } }),
  };
  if (items.length === 1) {
    const { id: _id, tool: _tool, ...question } = first;
    return { ...question, ...reach };
  }
  const shared = approvalScopes.filter((scope) =>
    items.every(({ scopes = ['once'] }) => scopes.includes(scope)),
  );
  const touches = [...new Set(items.flatMap((item) => item.touches ?? []))].join('\n');
  return {
    kind: first.kind,
    summary: clip(
      runTexts.askedTogether(items.map(({ summary }) => summary)),
      summaryCharacters,
      '…',
    ),
    detail: items.map(({ detail }, at) => runTexts.askedItem(at + 1, detail)).join('\n\n'),
    items,
    ...(touches !== '' && { touches }),
    ...(shared.length > 1 && { scopes: shared }),
    ...reach,
  };
}

function questionOf(
  { kind, summary, detail, covers, command, touches, sandboxTold, files }: ApprovalAsk,
  checks: FloorChecks | null,
): Omit<ApprovalItem, 'id' | 'tool'> {
  const check = command === undefined ? undefined : checkOf(command, checks?.commands ?? []);
  const scopes: readonly ApprovalScope[] = [
    'once',
    ...(covers === undefined ? [] : (['run'] as const)),
    ...(check === undefined ? [] : (['checks'] as const)),
    ...(sandboxTold === undefined ? [] : (['sandbox-run', 'sandbox-floor'] as const)),
  ];
  return {
    kind,
    summary,
    detail,
    ...(touches !== undefined && { touches: spelled(touches) }),
    ...(scopes.length > 1 && { scopes }),
    ...(covers !== undefined && { covers }),
    ...(check !== undefined && { check }),
    ...(files !== undefined && { files }),
  };
}

/** True if the files to which a yes to a call is bound are unchanged. */
export function holdsFor(given: Approval, callId: string, { files }: ApprovalAsk): boolean {
  const asked = given.items?.find(({ id }) => id === callId) ?? given;
  return changedFiles(asked.files, files).length === 0;
}

/** The answer to a call; null: the approval does not answer it. */
export function answerOf(
  { status, reason, items, scope }: Approval,
  callId: string,
): ApprovalAnswer | null {
  if (items === undefined) {
    const answer = { approved: status === 'approved', reason, ...(scope && { scope }) };
    return status === 'pending' ? null : answer;
  }
  const item = items.find(({ id }) => id === callId);
  if (item?.approved === undefined) return null;
  const { approved, reason: said = null } = item;
  return { approved, reason: said, ...(item.scope && { scope: item.scope }) };
}

/** The answer to a question that an earlier call of the same answer asked along with its own. */
export function answerAmong(
  approvals: Iterable<Approval>,
  callId: string,
  ask: ApprovalAsk,
): ApprovalAnswer | null {
  for (const approval of approvals) {
    const isAsked = approval.items?.some(
      (item) => item.id === callId && item.kind === ask.kind && item.detail === ask.detail,
    );
    const answer = isAsked === true ? answerOf(approval, callId) : null;
    if (answer !== null && (!answer.approved || holdsFor(approval, callId, ask))) return answer;
  }
  return null;
}
