import type { ChildEnvironments } from '../../platform/process/child-environments.js';
import type { PipedCommand } from '../../platform/process/piped-child.js';
import { runChild, type ChildOutcome } from '../../platform/process/run-child.js';
import { type Confinement, unconfined } from '../../platform/process/sandbox/confinement.js';
import { resultTexts } from '../../protocol/texts/tool-results.js';
import { withGitSetting, workspaceEnvironment } from '../git/safe-directory.js';
import type { ToolResult } from '../tool.js';
import type { Shell } from './shell.js';
import { terminalText } from '../../platform/text/terminal-text.js';
import { egressTexts } from '../../protocol/texts/egress.js';
import { sandboxTexts } from '../../protocol/texts/sandbox.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { bothEnds, pageCharacters } from '../results/result-pages.js';
import { deniedInside } from './denied-inside.js';
import { judgeCommand, tailOf } from './judge-command.js';

/** Characters reserved for standard error if standard output would fill the room. */
const errorCharacters = 2500;

/** Failures are usually at the end of an output. */
const headShare = 1 / 4;

/** A command that ran to its end. */
interface EndedCommand {
  readonly line: string;
  readonly shell: Pick<Shell, 'pipefail'>;
  readonly timeoutMs: number;
  /** Words of the person who approved it. */
  readonly reason: string | null;
  /** Id by which the whole output can be read; undefined: it is not kept. */
  readonly callId: string | undefined;
  /** Absent: none. */
  readonly confinement?: Confinement;
}

/** The result of a command for the model, with its output as a terminal finally shows it. */
function describeOutcome(
  outcome: ChildOutcome,
  { line, shell, timeoutMs, reason, callId, confinement = unconfined }: EndedCommand,
): ToolResult {
  const ok = outcome.end === 'exited' && outcome.code === 0;
  const headline = headlineOf(outcome, timeoutMs, confinement);
  const refusedHosts = (outcome.hosts ?? []).flatMap(({ host, port, allowed }) =>
    allowed ? [] : [`${host}:${port}`],
  );
  const streams = {
    stdout: terminalText(outcome.stdout).trimEnd(),
    stderr: terminalText(outcome.stderr).trimEnd(),
  };
  const whole = blocksOf(streams.stdout, streams.stderr);
  const { text, isCut } = outputOf(streams);
  const isPart = isCut || outcome.truncated;
  const rest = callId === undefined ? resultTexts.rerun : resultTexts.wholeOutput(callId);
  const lines = [
    headline,
    ...(reason ? [toolTexts.personSaid(reason)] : []),
    text,
    ...(isPart ? [toolTexts.outputTruncated, rest] : []),
    ...(outcome.leftovers ? [toolTexts.leftoversEnded] : []),
    ...(outcome.held ? [toolTexts.outputHeld] : []),
    ...(refusedHosts.length > 0 ? [egressTexts.notReached(refusedHosts)] : []),
    ...(!ok && outcome.end === 'exited' ? insideNote(whole, confinement) : []),
  ];
  const exitCode = outcome.end === 'exited' ? outcome.code : null;
  const succeeded = judgeCommand(line, exitCode, shell);
  return {
    ok,
    content: lines.join('\n'),
    preview: headline,
    command: {
      ...{ exitCode, succeeded, tail: tailOf(whole), confinement: confinement.kind },
      ...(outcome.hosts && { hosts: outcome.hosts }),
    },
    ...(isCut && { whole: `${headline}\n${whole}` }),
  };
}

/** Explains the sandbox only if it may be why the command failed. */
function insideNote(output: string, confinement: Confinement): readonly string[] {
  if (confinement.kind !== 'sandbox' || !deniedInside(output)) return [];
  return [sandboxTexts.ranInside(confinement.network.kind === 'hosts')];
}

function headlineOf(
  { end, code, signal, met }: ChildOutcome,
  timeoutMs: number,
  confinement: Confinement,
): string {
  switch (end) {
    case 'bound':
      return metText(met, confinement);
    case 'timeout':
      return toolTexts.timedOut(timeoutMs);
    case 'cancelled':
      return toolTexts.commandCancelled;
    case 'exited':
      return toolTexts.exitCode(code ?? 1) + (signal ? toolTexts.exitSignal(signal) : '');
  }
}

function metText(met: ChildOutcome['met'], confinement: Confinement): string {
  const isKnown = met !== undefined && confinement.kind === 'sandbox';
  return isKnown ? sandboxTexts.met(met, confinement.bounds[met]) : toolTexts.commandCancelled;
}

interface Streams {
  readonly stdout: string;
  readonly stderr: string;
}

/** The beginning and end of both streams; room for standard error is reserved. */
function outputOf({ stdout, stderr }: Streams): { readonly text: string; readonly isCut: boolean } {
  const errorRoom = Math.max(errorCharacters, pageCharacters - stdout.length);
  const errors = bothEnds(stderr, errorRoom, headShare);
  const output = bothEnds(stdout, pageCharacters - errors.length, headShare);
  return {
    text: blocksOf(output, errors) || '(no output)',
    isCut: output.length < stdout.length || errors.length < stderr.length,
  };
}

function blocksOf(output: string, errors: string): string {
  return [output, errors && `[stderr]\n${errors}`].filter((block) => block !== '').join('\n');
}

/** The environment and shell of commands. */
export interface CommandTools {
  readonly environments: Pick<ChildEnvironments, 'inherited'>;
  readonly shell: Shell;
}

/** Where a command is run. */
export interface CommandPlace {
  readonly cwd: string;
  /** Folder for temporary files; absent or null: none. */
  readonly scratch?: string | null | undefined;
  readonly confinement?: Confinement;
  /** As in `PipedCommand`. */
  readonly beforeStart?: PipedCommand['beforeStart'];
  readonly signal: AbortSignal;
}

/** How a foreground command is run and described. */
interface CommandRun extends CommandPlace {
  readonly timeoutMs: number;
  /** Characters kept of each end of a stream. */
  readonly keptCharacters: number;
  /** Words of the person who approved it. */
  readonly reason: string | null;
  /** Id by which the whole output can be read; absent: it is not kept. */
  readonly callId?: string | undefined;
}

/** How a command line is started, for employees and for the office's own checks. */
export async function startOf(
  line: string,
  { cwd, scratch, confinement = unconfined, beforeStart, signal }: CommandPlace,
  { environments, shell }: CommandTools,
): Promise<PipedCommand> {
  const inherited = withTemporaryFolder(environments.inherited(), scratch);
  const own = await workspaceEnvironment(inherited, cwd, signal);
  const environment = throughBorder(own, confinement);
  return { ...shell.start(line), cwd, environment, confinement, beforeStart };
}

/**
 * Sends git and npm to hosts with a credential by plain HTTP, which the proxy of the sandbox turns
 * into HTTPS with the credential.
 */
function throughBorder(
  environment: Readonly<Record<string, string>>,
  confinement: Confinement,
): Readonly<Record<string, string>> {
  if (confinement.kind !== 'sandbox' || confinement.network.kind !== 'hosts') return environment;
  let sent = environment;
  for (const host of confinement.network.rules.credentials.keys()) {
    sent = withGitSetting(sent, `url.http://${host}/.insteadOf`, `https://${host}/`);
    const [name = '', registry = ''] =
      Object.entries(sent).find(([key]) => key.toLowerCase() === 'npm_config_registry') ?? [];
    if (!registry.startsWith(`https://${host}/`)) continue;
    const plain = registry.replace('https:', 'http:');
    sent = { ...sent, [name]: plain, npm_config_replace_registry_host: 'always' };
  }
  return sent;
}

/**
 * Runs a command line to its end, and describes how it ended.
 * @throws ChildStartError if it cannot be started
 */
export async function runCommand(
  line: string,
  run: CommandRun,
  tools: CommandTools,
): Promise<ToolResult> {
  const { timeoutMs, keptCharacters, reason, callId, signal, confinement = unconfined } = run;
  const outcome = await runChild({
    ...(await startOf(line, run, tools)),
    timeoutMs,
    output: { head: keptCharacters, tail: keptCharacters, gap: resultTexts.outputNotKept },
    signal,
  });
  const { shell } = tools;
  return describeOutcome(outcome, { line, shell, timeoutMs, reason, callId, confinement });
}

/** Makes programs write their temporary files to the folder. */
function withTemporaryFolder(
  environment: Readonly<Record<string, string>>,
  folder: string | null | undefined,
): Readonly<Record<string, string>> {
  return folder === undefined || folder === null
    ? environment
    : { ...environment, TMPDIR: folder, TMP: folder, TEMP: folder };
}
