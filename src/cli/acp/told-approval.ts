import type {
  PermissionOption,
  ToolCall,
  ToolCallUpdate,
  ToolKind,
} from '@agentclientprotocol/sdk';
import type { ApprovalItem } from '../../protocol/records/approval-parts.js';
import type { ApprovalKind, ApprovalScope } from '../../protocol/records/enums.js';
import type { Approval } from '../../protocol/records/work.js';
import { decidedWords } from '../../protocol/rules/decider-of.js';
import { editorTexts } from '../../protocol/texts/editor.js';
import { excerpt } from '../printable.js';
import { textContent } from './told-call.js';

const kinds: Readonly<Record<ApprovalKind, ToolKind>> = {
  shell: 'execute',
  write: 'edit',
  network: 'fetch',
  spend: 'other',
  risk: 'other',
  memory: 'other',
};

/** One question to the person at the editor. */
export interface Question {
  readonly approvalId: string;
  /** The item that it is about; absent: the approval asks for one thing. */
  readonly itemId?: string;
  readonly call: ToolCall;
  readonly options: readonly PermissionOption[];
}

type Asked = Pick<ApprovalItem, 'kind' | 'summary' | 'detail' | 'touches' | 'scopes' | 'covers'> &
  Pick<Approval, 'checks' | 'sandbox'>;

/** What an approval still asks: one question for each open item, or one in all. */
export function questionsOf(approval: Approval, name: string): readonly Question[] {
  const { id, items, status } = approval;
  if (status !== 'pending') return [];
  if (items === undefined) return [question({ approvalId: id, asked: approval, name })];
  return items
    .filter(({ approved }) => approved === undefined)
    .map((item) => question({ approvalId: id, itemId: item.id, asked: item, name }));
}

/** Ids of the tool calls under which an approval's questions are shown. */
export function questionIdsOf({ id, items }: Approval): readonly string[] {
  return items?.map((item) => item.id) ?? [id];
}

/** The outcomes of an approval's answered questions. */
export function toldDecisions(approval: Approval): readonly ToolCallUpdate[] {
  const { id, items, status } = approval;
  if (items === undefined) {
    return status === 'pending' ? [] : [decision(id, approval, status === 'approved', 'completed')];
  }
  return items
    .filter(({ approved }) => approved !== undefined || status !== 'pending')
    .map((item) =>
      // The call itself follows, under the same id.
      decision(item.id, { ...approval, ...item }, item.approved === true, 'in_progress'),
    );
}

interface Answer {
  readonly approved: boolean;
  readonly scope?: ApprovalScope;
}

/** What an answer of the editor means; null: it was not offered. */
export function answerOf(optionId: string): Answer | null {
  if (optionId === refusal) return { approved: false };
  if (optionId === once) return { approved: true };
  const scope = offered.find((each) => each === optionId);
  return scope === undefined ? null : { approved: true, scope };
}

const once = 'once';
const refusal = 'refuse';

/** Scopes beyond once, in the order of their reach. */
const offered = ['run', 'checks', 'sandbox-run', 'sandbox-floor'] as const;

function question({
  asked,
  name,
  ...of
}: {
  readonly approvalId: string;
  readonly itemId?: string;
  readonly asked: Asked;
  readonly name: string;
}): Question {
  const { kind, summary, detail, touches, covers, checks, sandbox, scopes = [] } = asked;
  return {
    ...of,
    call: {
      toolCallId: of.itemId ?? of.approvalId,
      title: excerpt(editorTexts.asks(name, summary), 200),
      kind: kinds[kind],
      status: 'pending',
      content: [
        detail,
        touches,
        covers === undefined || covers === detail ? undefined : editorTexts.covers(covers),
        checks?.told,
        sandbox?.told,
      ].flatMap((text) => textContent(text ?? '')),
      rawInput: { kind, detail },
    },
    options: [
      { optionId: once, name: editorTexts.once, kind: 'allow_once' },
      ...offered
        .filter((scope) => scopes.includes(scope))
        .map((scope): PermissionOption => ({
          optionId: scope,
          name: editorTexts.scopes[scope],
          kind: 'allow_always',
        })),
      { optionId: refusal, name: editorTexts.refuse, kind: 'reject_once' },
    ],
  };
}

function decision(
  toolCallId: string,
  decided: Approval,
  approved: boolean,
  after: 'completed' | 'in_progress',
): ToolCallUpdate {
  const by = decidedWords(decided);
  return {
    toolCallId,
    status: approved ? after : 'failed',
    content: [
      ...textContent(decided.detail),
      ...textContent(
        approved ? editorTexts.approved(by) : editorTexts.rejected(by, decided.reason),
      ),
    ],
  };
}
