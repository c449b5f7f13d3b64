import { withTemporaryFolder } from '../../platform/process/child-environment.js';
import type { ChildEnvironments } from '../../platform/process/child-environments.js';
import type { PipedCommand } from '../../platform/process/piped-child.js';
import { runChild } from '../../platform/process/run-child.js';
import { type Confinement, unconfined } from '../../platform/process/sandbox/confinement.js';
import { resultTexts } from '../../protocol/texts/tool-results.js';
import { withGitSetting, workspaceEnvironment } from '../git/safe-directory.js';
import type { ToolResult } from '../tool.js';
import { describeOutcome } from './describe-outcome.js';
import type { Shell } from './shell.js';

/** What commands are run with. */
export interface CommandTools {
  readonly environments: Pick<ChildEnvironments, 'inherited'>;
  readonly shell: Shell;
}

/** Where a command is run. */
export interface CommandPlace {
  readonly cwd: string;
  /** Folder for what it leaves behind; absent or null: there is none. */
  readonly scratch?: string | null | undefined;
  readonly confinement?: Confinement;
  /** As in `PipedCommand`. */
  readonly beforeStart?: PipedCommand['beforeStart'];
  readonly signal: AbortSignal;
}

/** How a command is run to its end, and told. */
export interface CommandRun extends CommandPlace {
  readonly timeoutMs: number;
  /** Characters kept of each end of a stream. */
  readonly keptCharacters: number;
  /** What the person who approved it said. */
  readonly reason: string | null;
  /** By which its whole output can be read; absent: it is not kept. */
  readonly callId?: string | undefined;
}

/** A command line as it is started, for employees and for the office's own checks alike. */
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
