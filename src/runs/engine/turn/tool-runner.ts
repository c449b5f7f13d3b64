import { Injectable } from '@nestjs/common';
import type { ToolRequest } from '../../../models/model-call.js';
import { Clock } from '../../../platform/clock.js';
import { messageOf } from '../../../platform/errors/office-error.js';
import { OfficeLogger, type ScopedLogger } from '../../../platform/logging/office-logger.js';
import { limits } from '../../../protocol/limits.js';
import type { ToolCallRecord } from '../../../protocol/records/work.js';
import { runTexts, toolTexts } from '../../../protocol/texts.js';
import { presentResult } from '../../../tools/present-result.js';
import { sanitizeOutput } from '../../../tools/sanitize-output.js';
import {
  isRepeatable,
  type Tool,
  type ToolArguments,
  type ToolContext,
} from '../../../tools/tool.js';
import { ToolRegistry } from '../../../tools/tool-registry.js';
import { EmployeesService } from '../../../workspaces/employees/employees.service.js';
import { RunJournal } from '../journal/run-journal.js';
import { clip } from '../../../platform/text/clip.js';
import { activityOf } from './activity-of.js';
import { type CallAnswer, judgeCall } from './judge-call.js';
import { ToolApprovals } from './tool-approvals.js';
import { ToolContextFactory } from './tool-context.js';
import type { TurnAtWork } from './turn-at-work.js';

/** A tool call that has ended, as the journal keeps it. */
export interface SettledCall {
  readonly record: ToolCallRecord;
  /** What the model is told. */
  readonly content: string;
  /** Memory facts among it. */
  readonly factIds: readonly string[];
}

/** An answer with what only a call that was made has. */
interface CallOutcome extends CallAnswer {
  readonly durationMs?: number;
  readonly factIds?: readonly string[];
}

/**
 * One tool call as a memoised step (architecture.md, The journal). The intent is recorded before
 * the tool runs. A call that a crash cut off runs again only where that is harmless; otherwise its
 * outcome is unknown, and the model is told so (decisions.md B2).
 */
@Injectable()
export class ToolRunner {
  private readonly log: ScopedLogger;

  constructor(
    private readonly journal: RunJournal,
    private readonly registry: ToolRegistry,
    private readonly contexts: ToolContextFactory,
    private readonly approvals: ToolApprovals,
    private readonly employees: EmployeesService,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/tools');
  }

  async run(turn: TurnAtWork, key: string, request: ToolRequest): Promise<SettledCall> {
    const { session } = turn;
    const recorded = session.steps.get(key);
    if (recorded?.state === 'settled') return recorded.value as SettledCall;
    const tool = this.registry.get(request.name);
    const judged = judgeCall(request, turn.grantedTools, turn.request.role.id, tool);
    const cutOff = recorded?.state === 'started';
    if (cutOff && !(judged.allowed && isRepeatable(judged.tool, judged.args))) {
      await this.approvals.withdraw(turn, key);
      return this.settle(turn, key, request, interrupted);
    }
    if (!judged.allowed) return this.settle(turn, key, request, judged.answer);
    if (recorded === undefined) await this.intend(turn, key, request, judged.args);
    const startedAt = this.clock.now();
    const factIds: string[] = [];
    const context = this.contexts.create(turn, key, factIds);
    const answer = await this.attempt(judged.tool, judged.args, context);
    session.throwIfHalted();
    const durationMs = this.clock.now() - startedAt;
    return this.settle(turn, key, request, { ...answer, durationMs, factIds });
  }

  private async intend(
    turn: TurnAtWork,
    key: string,
    request: ToolRequest,
    args: ToolArguments,
  ): Promise<void> {
    await this.journal.commit(turn.session, async (commit) => {
      commit.step(key, 'started');
      this.employees.change(commit.tx, turn.workspaceId, turn.request.role.id, {
        status: 'working',
        activity: activityOf(request.name, args),
      });
    });
  }

  private async attempt(
    tool: Tool,
    args: ToolArguments,
    context: ToolContext,
  ): Promise<CallAnswer> {
    try {
      const result = await tool.run(args, context);
      const { preview, content } = presentResult(tool.name, result);
      const affectsPaths = result.affectsPaths ?? [];
      return { status: result.ok ? 'ok' : 'error', preview, content, affectsPaths };
    } catch (thrown) {
      this.log.warn(toolTexts.threw(tool.name, messageOf(thrown)));
      return crashed(tool.name, messageOf(thrown));
    }
  }

  private async settle(
    turn: TurnAtWork,
    key: string,
    request: ToolRequest,
    answer: CallOutcome,
  ): Promise<SettledCall> {
    const { status, preview, content, affectsPaths, durationMs = 0, factIds = [] } = answer;
    const record: ToolCallRecord = {
      id: request.id,
      turnId: turn.record.id,
      name: request.name,
      argumentsJson: request.argumentsJson,
      status,
      resultPreview: preview,
      durationMs,
      affectsPaths,
    };
    const settled: SettledCall = { record, content, factIds };
    await this.journal.commit(turn.session, (commit) => {
      commit.step(key, 'settled', settled);
      commit.publish({
        type: 'tool.result',
        runId: turn.record.runId,
        turnId: record.turnId,
        call: record,
      });
    });
    return settled;
  }
}

const interrupted: CallAnswer = {
  status: 'error',
  preview: runTexts.interruptedTool,
  content: runTexts.interruptedTool,
  affectsPaths: [],
};

/** What a tool says when it throws is untrusted text like any other. */
function crashed(name: string, message: string): CallAnswer {
  const text = toolTexts.crashed(name, sanitizeOutput(message));
  return {
    status: 'error',
    preview: clip(text, limits.toolPreviewCharacters),
    content: clip(text, limits.toolResultCharacters),
    affectsPaths: [],
  };
}
