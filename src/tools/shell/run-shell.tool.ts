import { maxArgumentBytes } from '../../platform/process/child-start-error.js';
import type { ChildEnvironments } from '../../platform/process/child-environments.js';
import { runChild } from '../../platform/process/run-child.js';
import { limits } from '../../protocol/limits.js';
import { backgroundTexts, resultTexts } from '../../protocol/texts/tool-results.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';
import { declined } from '../declined.js';
import { workspaceEnvironment } from '../git/safe-directory.js';
import { summaryLine } from '../summary-line.js';
import type { ApprovalAnswer, Tool, ToolContext, ToolResult } from '../tool.js';
import type { BackgroundCommands } from './background-commands.js';
import { outputOf } from './background.tools.js';
import { describeOutcome } from './describe-outcome.js';

/** Characters kept of each end of a stream, far more than one result shows. */
const keptCharacters = 250_000;

/** Commands that mention git need approval each time. */
const startsGit = /\bgit\b/i;

/** How long the first output of a background command is awaited, ms. */
const firstOutputMs = 1000;

interface RunShellArguments {
  readonly command: string;
  readonly timeoutMs: number;
  readonly background: boolean;
}

/**
 * Runs a command in the platform's shell. Gated, not confined: a person sees the exact command
 * first, unless the run's policy approves automatically; then it may do whatever the service's
 * account may.
 */
export function runShellTool(
  environments: Pick<ChildEnvironments, 'inherited'>,
  background: BackgroundCommands,
): Tool {
  return builtInTool<RunShellArguments>({
    name: 'run_shell',
    description:
      'Run a shell command in the workspace, without input. A person may have to approve it. What it starts ends with it.',
    required: ['command'],
    properties: {
      command: { type: 'string', pattern: '\\S' },
      timeoutMs: {
        type: 'integer',
        minimum: 1,
        maximum: limits.shellTimeoutMaxMs,
        default: limits.shellTimeoutMs,
        description: 'Killed then. Default 30000, at most 120000.',
      },
      background: {
        type: 'boolean',
        default: false,
        description: 'For servers: it runs while this stage lasts, without timeout.',
      },
    },
    readOnly: false,
    run: async ({ command, timeoutMs, background: stays }, context) => {
      const bytes = Buffer.byteLength(command);
      if (bytes > maxArgumentBytes)
        return failure(toolTexts.commandTooLong(bytes, maxArgumentBytes));
      const decision = await approve(command, stays, context);
      if (!decision.approved) return declined(toolTexts.shellDeclined, decision);
      const { workspaceRoot, signal } = context;
      const inherited = environments.inherited();
      const environment = await workspaceEnvironment(inherited, workspaceRoot, signal);
      if (stays) return startInBackground(background, environment, command, context);
      const outcome = await runChild({
        file: command,
        args: [],
        shell: true,
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
      return describeOutcome(outcome, timeoutMs, decision.reason);
    },
  });
}

async function startInBackground(
  background: BackgroundCommands,
  environment: Readonly<Record<string, string>>,
  command: string,
  { workspaceRoot, runId, stageId = '', signal }: ToolContext,
): Promise<ToolResult> {
  const owner = { runId, stageId, signal };
  const started = await background.start({ file: command, cwd: workspaceRoot, environment }, owner);
  await started.waitFor(0, firstOutputMs);
  const { ok, content } = outputOf(started, 0);
  const message = backgroundTexts.started(started.id);
  return { ok, content: `${message}\n${content}`, preview: message };
}

async function approve(
  command: string,
  stays: boolean,
  context: ToolContext,
): Promise<ApprovalAnswer> {
  if (context.autoApproveShell) return { approved: true, reason: null };
  return context.requestApproval({
    kind: 'shell',
    summary: summaryLine(command),
    detail: stays
      ? backgroundTexts.detail(command, context.workspaceRoot)
      : toolTexts.shellDetail(command, context.workspaceRoot),
    mayCoverRun: !startsGit.test(command),
  });
}
