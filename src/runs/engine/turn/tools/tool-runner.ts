import { Injectable } from '@nestjs/common';
import type { ToolRequest } from '../../../../models/gateway/model-call.js';
import { Clock } from '../../../../platform/clock.js';
import { messageOf } from '../../../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../../../platform/logging/office-logger.js';
import { clip } from '../../../../platform/text/clip.js';
import { limits } from '../../../../protocol/limits.js';
import { runTexts } from '../../../../protocol/texts/runs.js';
import { toolTexts } from '../../../../protocol/texts/tools.js';
import { presentResult } from '../../../../tools/present-result.js';
import { cleaned } from '../../../../platform/text/cleaned.js';
import { isRepeatable, type ToolArguments } from '../../../../tools/tool.js';
import { ToolRegistry } from '../../../../tools/tool-registry.js';
import { EmployeesService } from '../../../../workspaces/employees/employees.service.js';
import type { RunCommit } from '../../journal/run-commit.js';
import type { RunSession } from '../../journal/run-session.js';
import type { ToolAttempts, ToolOutcome } from '../../steps/recorded.js';
import { toolCallId } from '../../steps/step-keys.js';
import { toolCallStep } from '../../steps/step-kinds.js';
import { type Step, Steps } from '../../steps/steps.js';
import type { ActiveTurn } from '../lifecycle/active-turn.js';
import { type AllowedCall, type CallAnswer, type CallCheck, checkCall } from './check-call.js';
import { ToolApprovals } from './tool-approvals.js';
import { ToolContextFactory } from './tool-context.js';

/** A tool call without the id that the vendor gave it. */
export interface ToolCall extends Omit<ToolRequest, 'id'> {
  /** Tokens after which the answer was cut off in this call; undefined: it is whole. */
  readonly cutAt?: number | undefined;
}

/** What else the commit changes that stores the end of a call. */
export type FillEnd = (commit: RunCommit, outcome: ToolOutcome) => void;

/** An answer with what only a call that was made has. */
interface MadeCall extends CallAnswer {
  readonly durationMs?: number;
  readonly factIds?: readonly string[];
}

const maxActivityCharacters = 120;

const stepOf = (key: string): Step<ToolAttempts, ToolOutcome> => ({ kind: toolCallStep, key });

/**
 * One tool call as a memoised step. A call that a crash cut off runs again only where that is
 * harmless, and at most three times; otherwise its outcome is unknown, and the model gets that as
 * result (decisions.md B2).
 */
@Injectable()
export class ToolRunner {
  private readonly log: ScopedLogger;

  constructor(
    private readonly steps: Steps,
    private readonly registry: ToolRegistry,
    private readonly contexts: ToolContextFactory,
    private readonly approvals: ToolApprovals,
    private readonly employees: EmployeesService,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/tools');
  }

  hasEnded(session: RunSession, key: string): boolean {
    return this.steps.hasResult(session, stepOf(key));
  }

  run(turn: ActiveTurn, key: string, call: ToolCall, atEnd: FillEnd): Promise<ToolOutcome> {
    const tool = this.registry.get(call.name);
    const judged = checkCall(call, turn.grantedTools, turn.request.role.id, tool);
    const outcomeOf = (made: MadeCall): ToolOutcome => outcome(turn, key, call, made);
    return this.steps.once(turn.session, stepOf(key), {
      open: (before) => ({ attempt: (before?.attempt ?? 0) + 1 }),
      cutOff: ({ attempt }) => (mayRepeat(judged, attempt) ? null : outcomeOf(interrupted)),
      instead: judged.allowed ? null : outcomeOf(judged.answer),
      entering: (commit) => this.showAtWork(commit, turn, judged),
      effect: async () => outcomeOf(await this.make(turn, key, judged)),
      settling: async (commit, ended) => {
        await this.approvals.withdraw(commit, turn, key);
        const { turnId } = ended.record;
        const { runId } = turn.record;
        commit.publish({ type: 'tool.result', runId, turnId, call: ended.record });
        atEnd(commit, ended);
      },
    });
  }

  private showAtWork(commit: RunCommit, turn: ActiveTurn, judged: CallCheck): void {
    if (!judged.allowed) return;
    this.employees.change(commit.tx, turn.workspaceId, turn.request.role.id, {
      status: 'working',
      activity: activityOf(judged.tool.name, judged.args),
    });
  }

  private async make(turn: ActiveTurn, key: string, judged: CallCheck): Promise<MadeCall> {
    if (!judged.allowed) return judged.answer;
    const startedAt = this.clock.now();
    const factIds: string[] = [];
    const answer = await this.attempt(turn, key, judged, factIds);
    return { ...answer, durationMs: this.clock.now() - startedAt, factIds };
  }

  private async attempt(
    turn: ActiveTurn,
    key: string,
    { tool, args }: AllowedCall,
    factIds: string[],
  ): Promise<CallAnswer> {
    try {
      const result = await tool.run(args, this.contexts.create(turn, key, factIds));
      const { preview, content } = presentResult(tool.name, result);
      const affectsPaths = result.affectsPaths ?? [];
      return { status: result.ok ? 'ok' : 'error', preview, content, affectsPaths };
    } catch (thrown) {
      // A question that ends with its run throws through the tool; the tool did not fail.
      turn.session.throwIfHalted();
      this.log.warn(toolTexts.threw(tool.name, messageOf(thrown)));
      return crashed(tool.name, messageOf(thrown));
    }
  }
}

/** Whether a call that was cut off runs again. */
function mayRepeat(judged: CallCheck, attempts: number): boolean {
  return judged.allowed && isRepeatable(judged.tool, judged.args) && attempts < limits.callAttempts;
}

function outcome(turn: ActiveTurn, key: string, call: ToolCall, made: MadeCall): ToolOutcome {
  const { status, preview, content, affectsPaths, durationMs = 0, factIds = [] } = made;
  const turnId = turn.record.id;
  const record = {
    id: toolCallId(turnId, key),
    turnId,
    name: call.name,
    argumentsJson: call.argumentsJson,
    status,
    resultPreview: preview,
    durationMs,
    affectsPaths,
  };
  return { record, content, factIds };
}

/** A short text on what an employee does while a tool runs (behaviour-engine.md 3.4). */
export function activityOf(toolName: string, args: ToolArguments): string {
  if (toolName === 'run_shell') return runTexts.runningCommand;
  const { path } = args;
  const words = toolName.replaceAll('_', ' ');
  const text = typeof path === 'string' && path !== '' ? `${toolName} ${path}` : words;
  return clip(text, maxActivityCharacters);
}

const interrupted: CallAnswer = {
  status: 'error',
  preview: runTexts.interruptedTool,
  content: runTexts.interruptedTool,
  affectsPaths: [],
};

/** What a tool says when it throws is untrusted text like any other. */
function crashed(name: string, message: string): CallAnswer {
  const text = toolTexts.crashed(name, cleaned(message, limits.toolResultCharacters));
  return {
    status: 'error',
    preview: clip(text, limits.toolPreviewCharacters),
    content: clip(text, limits.toolResultCharacters),
    affectsPaths: [],
  };
}
