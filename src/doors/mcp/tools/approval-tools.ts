import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { nameOfActor } from '#platform/actors/actors.js';
import { Once } from '#platform/commands/once.js';
import { RefusedError } from '#platform/errors/office-error.js';
import { approvalScopes } from '#protocol/records/enums.js';
import { mcpDoorTexts as texts } from '#protocol/texts/mcp-door.js';
import { runTexts } from '#protocol/texts/runs.js';
import { ApprovalsService } from '#runs/approvals/approvals.service.js';
import { PendingApprovals } from '#runs/approvals/pending-approvals.js';
import { bounds } from '../views/bounds.js';
import { approvalView, textOfApproval, viewOfApproval } from '../views/approval-view.js';
import { listPage, pageStart } from '../views/text-page.js';
import { type DoorTool, doorTool, hints } from './door-tool.js';
import { carryOutCall, requestId } from './named-call.js';

/** Tools about questions to people. */
@Injectable()
export class ApprovalTools {
  constructor(
    private readonly pending: PendingApprovals,
    private readonly approvals: ApprovalsService,
    private readonly once: Once,
  ) {}

  readonly tools: readonly DoorTool[] = [
    doorTool({
      name: 'list_approvals',
      title: 'List what waits for a person',
      description:
        'Questions of employees that only a person may answer, the longest waiting first.',
      hints: hints.reads,
      input: z.strictObject({ runId: z.string().optional(), from: pageStart }),
      output: z.object({ approvals: z.array(approvalView), next: z.int().nullable() }),
      run: ({ runId, from }) => {
        const all = this.pending.list().filter((one) => runId === undefined || one.runId === runId);
        const { shown, next } = listPage(all, from, bounds.approvals);
        const lines = shown.length === 0 ? [texts.nothingWaits] : shown.map(textOfApproval);
        const more = next === null ? [] : [texts.more('list_approvals', `"from": ${next}`)];
        return {
          text: [...lines, ...more].join('\n'),
          data: { approvals: shown.map(viewOfApproval), next },
        };
      },
    }),
    doorTool({
      name: 'answer_approval',
      title: 'Answer what waits for a person',
      description:
        "Say yes or no to an employee's question. Only in the words and with the consent of a person: show them the exact detail first.",
      hints: hints.allows,
      input: z.strictObject({
        approvalId: z.string(),
        approved: z.boolean().optional().describe('Needed unless "items" answers.'),
        items: z
          .record(z.string(), z.boolean())
          .optional()
          .describe('Answers by item id; without "approved" the others stay open.'),
        reason: z.string().optional().describe('Said to the employee.'),
        scope: z.enum(approvalScopes).default('once'),
        by: z.string().optional().describe('Who answers; counts only where no token tells it.'),
        requestId,
      }),
      output: approvalView,
      run: async (args, call) => {
        const { approvalId, approved = null, items, reason = '', scope, by } = args;
        if (approved === null && items === undefined) {
          throw new RefusedError(runTexts.approvedBoolean);
        }
        const name = nameOfActor(by);
        const named = { name: 'answer_approval', args, call } as const;
        const decided = await carryOutCall(this.once, named, () =>
          this.approvals.decide(approvalId, { approved, items, reason, scope, name }),
        );
        return { text: textOfApproval(decided), data: viewOfApproval(decided) };
      },
    }),
  ];
}
