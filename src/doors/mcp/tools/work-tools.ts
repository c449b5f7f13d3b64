import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Once } from '#platform/commands/once.js';
import { isolations } from '#protocol/records/enums.js';
import type { Run } from '#protocol/records/work.js';
import type { McpToolName } from '#protocol/rules/rights-table.js';
import { mcpDoorTexts as texts } from '#protocol/texts/mcp-door.js';
import { RunsService } from '#runs/history/runs.service.js';
import { CancellationService } from '#runs/submit/cancellation.service.js';
import { RetryService } from '#runs/submit/retry.service.js';
import { SteeringService } from '#runs/submit/steering.service.js';
import { SubmissionService } from '#runs/submit/submission.service.js';
import { runView, type RunOutput, textOfRun, viewOfRun } from '../views/run-view.js';
import { type DoorTool, doorTool, hints, type ToolAnswer, type ToolCall } from './door-tool.js';
import { carryOutCall, requestId } from './named-call.js';

/** Origin of runs submitted through this door. */
const submittedBy = 'mcp';

const orders = {
  pipeline: z.string().optional().describe('Absent: chosen by the brief.'),
  ceilingUsd: z.number().optional().describe("Absent: the floor's default."),
  isolation: z
    .enum(isolations)
    .optional()
    .describe("worktree: in a git worktree of its own, away from the floor's folder."),
  allStages: z.boolean().optional().describe('Work on the stages on demand too.'),
  requestId,
};

interface Orders {
  readonly pipeline?: string | undefined;
  readonly ceilingUsd?: number | undefined;
  readonly isolation?: (typeof isolations)[number] | undefined;
  readonly allStages?: boolean | undefined;
}

const runId = z.string();

/** Tools that begin, change or end work. */
@Injectable()
export class WorkTools {
  constructor(
    private readonly submissions: SubmissionService,
    private readonly steering: SteeringService,
    private readonly cancellations: CancellationService,
    private readonly retries: RetryService,
    private readonly runs: RunsService,
    private readonly once: Once,
  ) {}

  readonly tools: readonly DoorTool[] = [
    doorTool({
      name: 'submit_brief',
      title: 'Submit a brief',
      description:
        'Commission work: the employees of a floor carry the brief out. Answers at once; follow_run waits for what comes of it.',
      hints: hints.works,
      input: z.strictObject({
        brief: z.string().describe('What is to be done, and how one would know that it is done.'),
        floor: z.string().optional().describe('Absent: the floor that is shown.'),
        ...orders,
      }),
      output: runView,
      run: ({ brief, floor, ...asked }, call) =>
        this.begun('submit_brief', { brief, floor, ...asked }, call, () =>
          this.submissions.submit({
            brief,
            submittedBy,
            ...ordersOf(asked),
            ...(floor !== undefined && { workspaceId: floor }),
          }),
        ),
    }),
    doorTool({
      name: 'continue_run',
      title: 'Continue a run',
      description: 'Commission further work on what an ended run has done, with all it knows.',
      hints: hints.works,
      input: z.strictObject({ runId, brief: z.string(), ...orders }),
      output: runView,
      run: ({ runId: continues, brief, ...asked }, call) =>
        this.begun('continue_run', { continues, brief, ...asked }, call, () =>
          this.submissions.submit({ brief, continues, submittedBy, ...ordersOf(asked) }),
        ),
    }),
    doorTool({
      name: 'retry_run',
      title: 'Retry a run',
      description: 'Do again what an ended run left undone, in a new run.',
      hints: hints.works,
      input: z.strictObject({ runId, requestId }),
      output: runView,
      run: (args, call) =>
        this.begun('retry_run', args, call, () => this.retries.retry(args.runId, undefined)),
    }),
    doorTool({
      name: 'steer_run',
      title: 'Steer a run',
      description: 'Add an instruction to a run at work; its next call shows it.',
      hints: hints.works,
      input: z.strictObject({ runId, text: z.string(), requestId }),
      output: runView,
      run: (args, call) =>
        this.begun('steer_run', args, call, () =>
          this.steering.steer(args.runId, { text: args.text }),
        ),
    }),
    doorTool({
      name: 'cancel_run',
      title: 'Cancel a run',
      description: 'Stop a run. What it has written stays; what it asks is refused.',
      hints: hints.ends,
      input: z.strictObject({ runId, requestId }),
      output: runView,
      run: async (args, call) => {
        const cancel = (): Promise<void> => this.cancellations.cancel(args.runId);
        await carryOutCall(this.once, { name: 'cancel_run', args, call }, cancel);
        const run = await this.runs.require(args.runId);
        return { text: texts.cancelRequested(run.id), data: viewOfRun(run) };
      },
    }),
  ];

  private async begun(
    name: McpToolName,
    args: object,
    call: ToolCall,
    work: () => Promise<Run>,
  ): Promise<ToolAnswer<RunOutput>> {
    const run = await carryOutCall(this.once, { name, args, call }, work);
    return { text: textOfRun(run), data: viewOfRun(run) };
  }
}

function ordersOf({ pipeline, ceilingUsd, isolation, allStages }: Orders) {
  return {
    ...(pipeline !== undefined && { pipelineId: pipeline }),
    ...(ceilingUsd !== undefined && { budgetUsd: ceilingUsd }),
    ...(isolation !== undefined && { isolation }),
    ...(allStages !== undefined && { full: allStages }),
  };
}
