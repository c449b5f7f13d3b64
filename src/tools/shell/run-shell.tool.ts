import { maxArgumentBytes } from '../../platform/process/child-start-error.js';
import type { ChildEnvironments } from '../../platform/process/child-environments.js';
import { type Confinement, unconfined } from '../../platform/process/sandbox/confinement.js';
import { limits } from '../../protocol/limits.js';
import { approvedFileTexts } from '../../protocol/texts/approved-files.js';
import { egressTexts } from '../../protocol/texts/egress.js';
import { sandboxTexts } from '../../protocol/texts/sandbox.js';
import { backgroundTexts } from '../../protocol/texts/tool-results.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { afterForeign } from '../after-foreign.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';
import { declined } from '../declined.js';
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
import { FilesChangedError, guardOf, pinnedFiles } from './pinned-files.js';
import { type CommandPlace, type CommandTools, runCommand, startOf } from './run-command.js';
import { type CommandWay, wayOf } from './shell-rules.js';
import { tailOf } from './judge-command.js';

/** Characters kept of each end of a stream, far more than one result shows. */
const keptCharacters = 250_000;

/** How long the first output of a background command is awaited, ms. */
const firstOutputMs = 1000;

/** Questions for one call whose files keep changing. */
const mostAsked = 3;

interface RunShellArguments {
  readonly command: string;
  readonly timeoutMs: number;
  readonly background: boolean;
  readonly outside: boolean;
  readonly reason: string;
}

/**
 * Runs a command in bash, or in the platform's shell. It runs in a sandbox if the floor or a person
 * chose that. Otherwise a person approves the exact command, unless the run's policy approves
 * automatically, and it may do everything that the service's account may.
 */
export function runShellTool(
  environments: Pick<ChildEnvironments, 'inherited'>,
  background: BackgroundCommands,
  shell: Shell = findShell(environments.inherited()),
): Tool {
  const tools = { environments, shell };
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
      outside: {
        type: 'boolean',
        default: false,
        description:
          'Where commands run in a sandbox: asks a person to run it without; needs reason.',
      },
      reason: { type: 'string', default: '' },
    },
    readOnly: false,
    foresees: async (args, context) => {
      const way = await wayFor(args, context);
      return way.kind === 'run' ? questionOf(args, way, context) : null;
    },
    run: async (args, context) => {
      const { command, outside, reason } = args;
      const bytes = Buffer.byteLength(command);
      if (bytes > maxArgumentBytes)
        return failure(toolTexts.commandTooLong(bytes, maxArgumentBytes));
      if (outside && reason.trim() === '') return failure(sandboxTexts.needsReason);
      return runAsked(args, context, { ...tools, background });
    },
  });
}

/** Asks again if files that the command runs changed between the yes and its start. */
async function runAsked(
  args: RunShellArguments,
  context: ToolContext,
  tools: CommandTools & { readonly background: BackgroundCommands },
): Promise<ToolResult> {
  const { command } = args;
  for (let asked = 1; ; asked++) {
    const way = await wayFor(args, context);
    if (way.kind === 'refused') return failure(way.reason);
    const question = await questionOf(args, way, context);
    const decision = await approve(question, context);
    if (!decision.approved) return declined(toolTexts.shellDeclined, decision);
    const confinement = await confinementOf(way, decision, context, command);
    const beforeStart = guardOf(command, context.workspaceRoot, question?.files ?? []);
    const approved = { confinement, beforeStart, reason: decision.reason };
    try {
      return args.background
        ? await startInBackground(args, context, approved, tools)
        : await runToEnd(args, context, approved, tools);
    } catch (error) {
      if (!(error instanceof FilesChangedError)) throw error;
      if (asked === mostAsked) return failure(approvedFileTexts.keepsChanging(error.names));
    }
  }
}

/** A command as it may be started. */
interface ApprovedCommand extends Pick<CommandPlace, 'beforeStart' | 'confinement'> {
  readonly confinement: Confinement;
  readonly reason: string | null;
}

function runToEnd(
  { command, timeoutMs }: RunShellArguments,
  { workspaceRoot, scratch, signal, callId }: ToolContext,
  approved: ApprovedCommand,
  tools: CommandTools,
): Promise<ToolResult> {
  const place = { cwd: workspaceRoot, scratch, signal, timeoutMs, keptCharacters, callId };
  return runCommand(command, { ...place, ...approved }, tools);
}

async function startInBackground(
  { command }: RunShellArguments,
  { workspaceRoot: cwd, runId, stageId = '', scratch, signal }: ToolContext,
  { confinement, beforeStart }: ApprovedCommand,
  { background, ...tools }: CommandTools & { readonly background: BackgroundCommands },
): Promise<ToolResult> {
  const owner = { runId, stageId, signal };
  const start = await startOf(command, { cwd, scratch, signal, confinement, beforeStart }, tools);
  const started = await background.start(command, start, owner);
  await started.waitFor(0, firstOutputMs);
  const { ok, content } = outputOf(started, 0);
  const message = backgroundTexts.started(started.id);
  const end = { exitCode: started.end?.code ?? null, succeeded: null, tail: tailOf(content) };
  return {
    ok,
    content: `${message}\n${content}`,
    preview: message,
    command: { ...end, confinement: confinement.kind },
  };
}

async function approve(
  question: ApprovalAsk | null,
  context: ToolContext,
): Promise<ApprovalAnswer> {
  return question === null ? { approved: true, reason: null } : context.requestApproval(question);
}

async function wayFor(
  { outside }: Pick<RunShellArguments, 'outside'>,
  { shell, autoApproveShell, foreign = [] }: ForesightContext,
): Promise<CommandWay> {
  const rules = (await shell?.rules()) ?? noSandbox;
  const autoApprove = autoApproveShell && !(outside && foreign.length > 0);
  return wayOf(rules, { outside, autoApprove });
}

const noSandbox = { mode: 'off', obstacle: null, insideAllowed: false } as const;

/** The answer may also allow everything in the sandbox. */
async function confinementOf(
  { inside }: Extract<CommandWay, { kind: 'run' }>,
  { scope }: ApprovalAnswer,
  context: ToolContext,
  command: string,
): Promise<Confinement> {
  const { shell } = context;
  const isInside = inside || scope === 'sandbox-run' || scope === 'sandbox-floor';
  return isInside && shell !== undefined
    ? shell.sandbox(asksToWrite(command, context))
    : unconfined;
}

/** Asks a person once per host before a request changes something with the office's credential. */
function asksToWrite(command: string, context: ToolContext): (host: string) => Promise<boolean> {
  const answers = new Map<string, Promise<ApprovalAnswer>>();
  const ask = (host: string): Promise<ApprovalAnswer> =>
    context.requestApproval(
      afterForeign(
        {
          kind: 'network',
          summary: egressTexts.writeSummary(host),
          detail: egressTexts.writeDetail(host, command),
          midway: true,
        },
        context.foreign,
      ),
    );
  return async (host) => {
    const answer = answers.get(host) ?? ask(host);
    answers.set(host, answer);
    return (await answer).approved;
  };
}

/** Null: it runs without asking. */
async function questionOf(
  { command, background, outside, reason }: RunShellArguments,
  way: Extract<CommandWay, { kind: 'run' }>,
  { workspaceRoot, foreign }: ForesightContext,
): Promise<ApprovalAsk | null> {
  if (!way.asks || Buffer.byteLength(command) > maxArgumentBytes) return null;
  const detailOf = background ? backgroundTexts.detail : toolTexts.shellDetail;
  const detail = detailOf(command, workspaceRoot);
  const covers = detailOf(withoutFilters(command), workspaceRoot);
  const { files, areAll } = await pinnedFiles(command, workspaceRoot);
  const ask: ApprovalAsk = {
    kind: 'shell',
    summary: summaryLine(command),
    detail: outside ? sandboxTexts.outsideDetail(detail, reason) : detail,
    ...(areAll && { covers: outside ? sandboxTexts.outsideCovers(covers) : covers }),
    ...(files.length > 0 && { files }),
    touches: touchesOf(way, workspaceRoot),
    ...(way.offersSandbox && { sandboxTold: sandboxTexts.told(workspaceRoot) }),
    ...(!background && !outside && { command }),
  };
  return outside ? afterForeign(ask, foreign) : ask;
}

function touchesOf(
  { inside, obstacle }: Extract<CommandWay, { kind: 'run' }>,
  directory: string,
): string {
  if (inside) return sandboxTexts.insideTouches(directory);
  const all = toolTexts.shellTouches(directory);
  return obstacle === null ? all : `${all} ${sandboxTexts.noneTouches(obstacle)}`;
}
