import type { ChildOutcome } from '../../platform/process/run-child.js';
import { type Confinement, unconfined } from '../../platform/process/sandbox/confinement.js';
import { terminalText } from '../../platform/text/terminal-text.js';
import { egressTexts } from '../../protocol/texts/egress.js';
import { resultTexts } from '../../protocol/texts/tool-results.js';
import { sandboxTexts } from '../../protocol/texts/sandbox.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { bothEnds, pageCharacters } from '../results/result-pages.js';
import type { ToolResult } from '../tool.js';
import { judgeCommand, tailOf } from './judge-command.js';
import type { Shell } from './shell.js';

/** Characters reserved for standard error if standard output would fill the room. */
const errorCharacters = 2500;

/** Failures are usually at the end of an output. */
const headShare = 1 / 4;

/** A command that ran to its end. */
interface EndedCommand {
  readonly line: string;
  readonly shell: Pick<Shell, 'pipefail'>;
  readonly timeoutMs: number;
  /** What the person who approved it said. */
  readonly reason: string | null;
  /** By which its whole output can be read; undefined: it is not kept. */
  readonly callId: string | undefined;
  /** Absent: none. */
  readonly confinement?: Confinement;
}

/** What the model is told of a command that ran, as a terminal would show it at the end. */
export function describeOutcome(
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
    ...(!ok && confinement.kind === 'sandbox' ? [sandboxTexts.ranInside] : []),
  ];
  const exitCode = outcome.end === 'exited' ? outcome.code : null;
  const whole = blocksOf(streams.stdout, streams.stderr);
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

/** Both streams with both their ends; standard error has its place whatever standard output says. */
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
