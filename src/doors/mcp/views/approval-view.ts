import { z } from 'zod';
import { clip } from '#platform/text/clip.js';
import { approvalScopes } from '#protocol/records/enums.js';
import type { Approval } from '#protocol/records/work.js';
import { bounds } from './bounds.js';
import { timeOf } from './run-view.js';

const itemView = z.object({
  itemId: z.string(),
  summary: z.string(),
  detail: z.string(),
  answer: z.boolean().nullable().describe('Null: open.'),
});

export const approvalView = z.object({
  approvalId: z.string(),
  runId: z.string(),
  status: z.string(),
  kind: z.string(),
  askedBy: z.string().describe('Id of the employee.'),
  stage: z.string().nullable(),
  summary: z.string(),
  detail: z.string().describe('The exact command, patch or reason.'),
  touches: z.string().nullable().describe('What the action may touch.'),
  scopes: z.array(z.enum(approvalScopes)).describe('How far a yes may reach.'),
  items: z.array(itemView).describe('Each may be answered alone; empty: a single question.'),
  requestedAt: z.string(),
  reason: z.string().nullable(),
});

type ApprovalView = z.output<typeof approvalView>;

export function viewOfApproval(approval: Approval): ApprovalView {
  const { id, runId, status, kind, summary, detail, scopes = [], items = [] } = approval;
  return {
    approvalId: id,
    runId,
    status,
    kind,
    askedBy: approval.employeeId,
    stage: approval.stageName ?? null,
    summary: clip(summary, bounds.lineCharacters, '…'),
    detail: clip(detail, bounds.askedCharacters, '…'),
    touches: approval.touches ?? null,
    scopes: [...new Set(['once' as const, ...scopes])],
    items: items.slice(0, bounds.itemsOfApproval).map((item) => ({
      itemId: item.id,
      summary: clip(item.summary, bounds.lineCharacters, '…'),
      detail: clip(item.detail, bounds.askedCharacters, '…'),
      answer: item.approved ?? null,
    })),
    requestedAt: timeOf(approval.requestedAt),
    reason: approval.reason,
  };
}

export function textOfApproval(approval: Approval): string {
  const { approvalId, runId, askedBy, kind, summary, detail, touches, items } =
    viewOfApproval(approval);
  const asked =
    items.length === 0
      ? indented(detail)
      : items
          .map((item) => `  ${item.itemId}: ${item.summary}\n${indented(item.detail)}`)
          .join('\n');
  return [
    `${approvalId}: ${askedBy} of ${runId} asks (${kind}): ${summary}`,
    asked,
    ...(touches === null ? [] : [indented(touches)]),
  ].join('\n');
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `    | ${line}`)
    .join('\n');
}
