import { withTemporaryFolder } from '../../platform/process/child-environment.js';
import { maxArgumentBytes } from '../../platform/process/child-start-error.js';
import type { ChildEnvironments } from '../../platform/process/child-environments.js';
import type { PipedCommand } from '../../platform/process/piped-child.js';
import { runChild } from '../../platform/process/run-child.js';
import { limits } from '../../protocol/limits.js';
import { backgroundTexts, resultTexts } from '../../protocol/texts/tool-results.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';
import { declined } from '../declined.js';
import { workspaceEnvironment } from '../git/safe-directory.js';
import { summaryLine } from '../summary-line.js';
import type {
  ApprovalAnswer,
  ApprovalAsk,
  ForesightContext,
  Tool,
  ToolContext,
  ToolResult,
} from '../tool.js';
import type { BackgroundCommands } from './background-commands.js';
import { outputOf } from './background.tools.js';
import { withoutFilters } from './output-filters.js';
import { findShell, type Shell } from './shell.js';
import { describeOutcome } from './describe-outcome.js';
import { tailOf } from './judge-command.js';

/** Characters kept of each end of a stream, far more than one result shows. */
const keptCharacters = 250_000;

/** How long the first output of a background command is awaited, ms. */
const firstOutputMs = 1000;

interface RunShellArguments {
  readonly command: string;
  readonly timeoutMs: number;
  readonly background: boolean;
}

/**
 * Runs a command in bash, or in the platform's shell. Gated, not confined: a person sees the exact command
 * first, unless the run's policy approves automatically; then it may do whatever the service's
 * account may.
 */
export function runShellTool(
  environments: Pick<ChildEnvironments, 'inherited'>,
  background: BackgroundCommands,
  shell: Shell = findShell(environments.inherited()),
): Tool {
  return builtInTool<RunShellArguments>({
    name: 'run_shell',
    description: `Run a command (${shell.name}) in the workspace, without input. What it starts ends with it.`,
    required: ['command'],
    properties: {
      command: { type: 'string', pattern: '\\S' },
      timeoutMs: {
        type: 'integer',
        minimum: 1,
        maximum: limits.shellTimeoutMaxMs,
        default: limits.shellTimeoutMs,
        description: 'Default 30000, at most 120000.',
      },
      background: {
        type: 'boolean',
        default: false,
        description: 'For servers: it runs while this stage lasts.',
      },
    },
    readOnly: false,
    foresees: ({ command, background: stays }, context) => questionOf(command, stays, context),
    run: async ({ command, timeoutMs, background: stays }, context) => {
      const bytes = Buffer.byteLength(command);
      if (bytes > maxArgumentBytes)
        return failure(toolTexts.commandTooLong(bytes, maxArgumentBytes));
      const decision = await approve(questionOf(command, stays, context), context);
      if (!decision.approved) return declined(toolTexts.shellDeclined, decision);
      const { workspaceRoot, scratch, signal } = context;
      const inherited = withTemporaryFolder(environments.inherited(), scratch);
      const environment = await workspaceEnvironment(inherited, workspaceRoot, signal);
      const started = shell.start(command);
      if (stays)
        return startInBackground(background, { ...started, environment }, command, context);
      const outcome = await runChild({
        ...started,
        cwd: workspaceRoot,
        environment,
        timeoutMs,
        output: {
          head: keptCharacters,
          tail: keptCharacters,
          gap: resultTexts.outputNotKept,
        },
        signal,
      });
      return describeOutcome(outcome, {
        line: command,
        shell,
        timeoutMs,
        reason: decision.reason,
        callId: context.callId,
      });
    },
  });
}

async function startInBackground(
  background: BackgroundCommands,
  start: Omit<PipedCommand, 'cwd'>,
  command: string,
  { workspaceRoot, runId, stageId = '', signal }: ToolContext,
): Promise<ToolResult> {
  const owner = { runId, stageId, signal };
  const started = await background.start(command, { ...start, cwd: workspaceRoot }, owner);
  await started.waitFor(0, firstOutputMs);
  const { ok, content } = outputOf(started, 0);
  const message = backgroundTexts.started(started.id);
  const end = { exitCode: started.end?.code ?? null, succeeded: null, tail: tailOf(content) };
  return { ok, content: `${message}\n${content}`, preview: message, command: end };
}

async function approve(
  question: ApprovalAsk | null,
  context: ToolContext,
): Promise<ApprovalAnswer> {
  return question === null ? { approved: true, reason: null } : context.requestApproval(question);
}

/** Null: it runs without asking. */
function questionOf(
  command: string,
  stays: boolean,
  { autoApproveShell, workspaceRoot }: ForesightContext,
): ApprovalAsk | null {
  if (autoApproveShell || Buffer.byteLength(command) > maxArgumentBytes) return null;
  const detailOf = stays ? backgroundTexts.detail : toolTexts.shellDetail;
  return {
    kind: 'shell',
    summary: summaryLine(command),
    detail: detailOf(command, workspaceRoot),
    covers: detailOf(withoutFilters(command), workspaceRoot),
    touches: toolTexts.shellTouches(workspaceRoot),
    ...(!stays && { command }),
  };
}
