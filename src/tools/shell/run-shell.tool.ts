import type { ChildEnvironments } from '../../platform/process/child-environments.js';
import { runChild } from '../../platform/process/run-child.js';
import { limits } from '../../protocol/limits.js';
import { resultTexts } from '../../protocol/texts/tool-results.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { declined } from '../declined.js';
import { summaryLine } from '../summary-line.js';
import type { ApprovalAnswer, Tool, ToolContext } from '../tool.js';
import { describeOutcome } from './describe-outcome.js';

/** Characters kept of each end of a stream, far more than a model is handed at once. */
const keptCharacters = 250_000;

/** What git writes is asked for each time. */
const startsGit = /\bgit\b/i;

interface RunShellArguments {
  readonly command: string;
  readonly timeoutMs: number;
}

/**
 * A command in the platform's shell (behaviour-engine.md 7.4). It is gated, not confined: a person
 * sees the exact command first, unless the run's policy approves for them; then it may do
 * whatever the service's own account may.
 */
export function runShellTool(environments: Pick<ChildEnvironments, 'inherited'>): Tool {
  return builtInTool<RunShellArguments>({
    name: 'run_shell',
    description:
      'Run a shell command in the workspace root, without input. A person may have to approve it. Background processes end with the command.',
    required: ['command'],
    properties: {
      command: { type: 'string', pattern: '\\S', description: 'The command line.' },
      timeoutMs: {
        type: 'integer',
        minimum: 1,
        maximum: limits.shellTimeoutMaxMs,
        default: limits.shellTimeoutMs,
        description: 'Milliseconds until it is killed.',
      },
    },
    readOnly: false,
    run: async ({ command, timeoutMs }, context) => {
      const decision = await approve(command, context);
      if (!decision.approved) return declined(toolTexts.shellDeclined, decision);
      const outcome = await runChild({
        file: command,
        args: [],
        shell: true,
        cwd: context.workspaceRoot,
        environment: environments.inherited(),
        timeoutMs,
        output: {
          head: keptCharacters,
          tail: keptCharacters,
          gap: resultTexts.outputNotKept,
        },
        signal: context.signal,
      });
      return describeOutcome(outcome, timeoutMs, decision.reason);
    },
  });
}

async function approve(command: string, context: ToolContext): Promise<ApprovalAnswer> {
  if (context.autoApproveShell) return { approved: true, reason: null };
  return context.requestApproval({
    kind: 'shell',
    summary: summaryLine(command),
    detail: toolTexts.shellDetail(command, context.workspaceRoot),
    mayCoverRun: !startsGit.test(command),
  });
}
