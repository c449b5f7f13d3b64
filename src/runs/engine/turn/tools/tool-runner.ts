import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { messageOf } from '#platform/errors/error-text.js';
import { RefusedError } from '#platform/errors/office-error.js';
import { OfficeLogger, type ScopedLogger } from '#platform/logging/office-logger.js';
import { clip } from '#platform/text/clip.js';
import { limits } from '#protocol/limits.js';
import type { CommandEnd } from '#protocol/records/evidence.js';
import { runTexts } from '#protocol/texts/runs.js';
import { toolTexts } from '#protocol/texts/tools.js';
import { presentResult } from '#tools/present-result.js';
import { cleaned } from '#platform/text/cleaned.js';
import { type ForeignText, isRepeatable, type ToolArguments } from '#tools/tool.js';
import { EmployeesService } from '#workspaces/employees/employees.service.js';
import { foreignIn, noteForeign } from '../../foreign-texts.js';
import type { RunCommit } from '../../journal/run-journal.js';
import type { RunSession } from '../../journal/run-session.js';
import { type ToolAttempts, type ToolOutcome, toolCallStep } from '../../journal/recorded.js';
import { toolCallId } from '../../journal/step-keys.js';
import { type Step, Steps } from '../../journal/steps.js';
import type { Trees } from '#runs/changes/snapshots.service.js';
import type { ActiveTurn } from '../lifecycle/active-turn.js';
import type { AllowedCall, CallAnswer, CallCheck, ToolCall } from './check-call.js';
import type { CallChanges } from './call-changes.js';
import { CallNotes } from './call-notes.js';
import { ToolApprovals } from './tool-approvals.js';
import { ToolContextFactory } from './tool-context.js';
import { waitedForPeople } from './waited-for-people.js';
import { type JudgedCall, TurnTools, withArguments } from './turn-tools.js';

/** Further changes of the commit that stores the end of a call. */
type FillEnd = (commit: RunCommit, outcome: ToolOutcome) => void;

/** An answer with the fields of a call that was made. */
interface MadeCall extends CallAnswer {
  readonly at?: number;
  readonly durationMs?: number;
  readonly waitedMs?: number;
  readonly factIds?: readonly string[];
  readonly foreign?: readonly ForeignText[];
  readonly trees?: Trees;
}

const maxActivityCharacters = 120;

const stepOf = (key: string): Step<ToolAttempts, ToolOutcome> => ({ kind: toolCallStep, key });

/**
 * Runs a tool call as a memoised step. An interrupted call is repeated only if that is harmless,
 * and at most three times; otherwise its outcome is unknown, and the model is told so.
 */
@Injectable()
export class ToolRunner {
  private readonly log: ScopedLogger;

  constructor(
    private readonly steps: Steps,
    private readonly tools: TurnTools,
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

  /** True if the call only reads, so that others may run in parallel; stable across crashes. */
  onlyReads(turn: ActiveTurn, key: string, call: ToolCall): boolean {
    const { check: judged } = this.tools.judge(turn, call);
    const found = this.steps.find(turn.session, stepOf(key));
    const attempts = 'open' in found ? found.open.attempt : 0;
    return judged.allowed && judged.tool.runsAlone !== true && mayRepeat(judged, attempts);
  }

  /** @param before awaited before the result is stored: the end of the preceding call */
  async run(
    turn: ActiveTurn,
    key: string,
    call: ToolCall,
    atEnd: FillEnd,
    before?: Promise<unknown>,
  ): Promise<ToolOutcome> {
    const meant = this.tools.judge(turn, call);
    const { check: judged } = meant;
    const outcomeOf = (made: MadeCall): ToolOutcome => outcome(turn, key, meant.call, made);
    let changes: CallChanges | null = null;
    const begin = (allowed: AllowedCall): CallChanges =>
      (changes = this.contexts.changesOf(turn, key, allowed));
    const ended = await this.steps.once(turn.session, stepOf(key), {
      open: (before) => ({ attempt: (before?.attempt ?? 0) + 1 }),
      cutOff: async ({ attempt }) =>
        mayRepeat(judged, attempt)
          ? null
          : outcomeOf(judged.allowed ? await interruptedWith(begin(judged)) : interrupted),
      instead: judged.allowed ? null : outcomeOf(judged.answer),
      entering: (commit) => this.showAtWork(commit, turn, judged),
      effect: async () => {
        const made = judged.allowed
          ? await this.make(turn, key, judged, { changes: begin(judged), unseen: meant.unseen })
          : judged.answer;
        await before;
        return outcomeOf(made);
      },
      settling: async (commit, ended) => {
        await this.approvals.withdraw(commit, turn, key);
        noteForeign(commit, ended.foreign ?? []);
        const { turnId } = ended.record;
        const { runId } = turn.record;
        commit.publish({ type: 'tool.result', runId, turnId, call: ended.record });
        atEnd(commit, ended);
      },
    });
    await (changes as CallChanges | null)?.settled();
    return ended;
  }

  private showAtWork(commit: RunCommit, turn: ActiveTurn, judged: CallCheck): void {
    if (!judged.allowed) return;
    this.employees.change(commit.tx, turn.workspaceId, turn.request.role.id, {
      status: 'working',
      activity: activityOf(judged.tool.name, judged.args),
    });
  }

  private async make(
    turn: ActiveTurn,
    key: string,
    check: AllowedCall,
    { changes, unseen }: { readonly changes: CallChanges } & Pick<JudgedCall, 'unseen'>,
  ): Promise<MadeCall> {
    const at = this.clock.now();
    const notes = new CallNotes(this.clock);
    const given = await this.attempt(turn, key, check, { notes, changes });
    const { status, content } = given;
    const wrong = status === 'error' && unseen !== null;
    const answer = wrong ? { ...given, content: withArguments(content, unseen) } : given;
    const { workedMs: durationMs, factIds } = notes;
    const waitedMs = waitedForPeople(turn.session, key);
    return { ...answer, at, durationMs, factIds, ...(waitedMs > 0 && { waitedMs }) };
  }

  private async attempt(
    turn: ActiveTurn,
    key: string,
    { tool, args }: AllowedCall,
    { notes, changes }: { readonly notes: CallNotes; readonly changes: CallChanges },
  ): Promise<MadeCall> {
    try {
      await changes.begin();
      const result = await tool.run(args, this.contexts.create(turn, key, notes, changes));
      const { preview, content } = presentResult(tool, result);
      const { ok, images, command, whole, spentUsd, affectsPaths = [] } = result;
      const foreign = foreignIn(tool.name, args, result.foreign, turn.session.floor);
      const { trees, paths } = await changes.end(affectsPaths.length > 0);
      return {
        status: ok ? 'ok' : 'error',
        preview,
        content,
        affectsPaths: [...new Set([...affectsPaths, ...paths])],
        ...(images && { images }),
        ...(command && { command: cleanedEnd(command) }),
        ...(spentUsd !== undefined && { spentUsd }),
        ...(whole !== undefined && { whole }),
        ...(foreign.length > 0 && { foreign }),
        ...(trees !== null && { trees }),
      };
    } catch (thrown) {
      // A question that ends with its run throws through the tool; this is no failure of the tool.
      turn.session.throwIfHalted();
      if (thrown instanceof RefusedError) return failed(thrown.message);
      this.log.warn(toolTexts.threw(tool.name, messageOf(thrown)));
      return crashed(tool.name, messageOf(thrown));
    }
  }
}

/** The output of a command is untrusted text. */
function cleanedEnd(command: CommandEnd): CommandEnd {
  return { ...command, tail: cleaned(command.tail, limits.commandTailCharacters) };
}

/** Whether a call that was cut off runs again. */
function mayRepeat(judged: CallCheck, attempts: number): boolean {
  return judged.allowed && isRepeatable(judged.tool, judged.args) && attempts < limits.callAttempts;
}

function outcome(turn: ActiveTurn, key: string, call: ToolCall, made: MadeCall): ToolOutcome {
  const { status, preview, content, affectsPaths, durationMs = 0, factIds = [] } = made;
  const { images, trees, whole, foreign, at, waitedMs, command, spentUsd } = made;
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
    ...(at !== undefined && { at }),
    ...(waitedMs !== undefined && { waitedMs }),
    ...(command && { command }),
    ...(spentUsd !== undefined && { spentUsd }),
  };
  return {
    record,
    content,
    factIds,
    ...(whole !== undefined && { whole }),
    ...(images && { images }),
    ...(foreign && { foreign }),
    ...(trees && { trees }),
  };
}

/** A short text about the employee's activity while a tool runs. */
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

/**
 * The answer for a call that was cut off. Its changes in the run's own worktree belong to its turn.
 */
async function interruptedWith(changes: CallChanges): Promise<MadeCall> {
  const { trees, paths } = await changes.endOfCutOff();
  return { ...interrupted, affectsPaths: paths, ...(trees !== null && { trees }) };
}

/** A tool's error message is untrusted text. */
function crashed(name: string, message: string): CallAnswer {
  return failed(toolTexts.crashed(name, cleaned(message, limits.toolResultCharacters)));
}

function failed(text: string): CallAnswer {
  return {
    status: 'error',
    preview: clip(text, limits.toolPreviewCharacters),
    content: clip(text, limits.toolResultCharacters),
    affectsPaths: [],
  };
}
