import { z } from 'zod';
import { clip } from '../../platform/text/clip.js';
import { parsedOrUndefined } from '../../platform/text/foreign-json.js';
import type { CheckRecord, CommandEvidence, CommandEnd } from '../../protocol/records/evidence.js';
import type { ToolCallRecord, TurnRecord } from '../../protocol/records/work.js';
import { wasDeclined } from '../../protocol/rules/was-declined.js';
import { checkTexts } from '../../protocol/texts/checks.js';
import { judgeCommand } from '../../tools/shell/judge-command.js';

const commandCharacters = 8000;
const commandsShown = 200;
const filesShown = 50;

const shellArguments = z.looseObject({ command: z.string() });

interface MadeCall {
  readonly turn: TurnRecord;
  readonly call: ToolCallRecord;
  readonly at: number;
}

/**
 * The commands that were run, from recorded tool calls and the office's own checks only. The latest
 * 200, oldest first.
 */
export function commandEvidence(
  turns: readonly TurnRecord[],
  checks: readonly CheckRecord[] = [],
): readonly CommandEvidence[] {
  const calls = turns
    .flatMap((turn) =>
      turn.toolCalls.map((call): MadeCall => ({ turn, call, at: call.at ?? turn.startedAt })),
    )
    .sort((one, other) => one.at - other.at);
  const ofEmployees = calls.flatMap((made, index) => {
    const command = commandOf(made.call);
    return command === null ? [] : [evidenceOf(made, command, calls.slice(index + 1))];
  });
  const ofOffice = checks.map((check) => checkEvidence(check, calls));
  return [...ofEmployees, ...ofOffice]
    .sort((one, other) => one.at - other.at)
    .slice(-commandsShown);
}

/** A check passes by its exit code; whether all parts of its line succeeded is recorded separately. */
function checkEvidence(check: CheckRecord, calls: readonly MadeCall[]): CommandEvidence {
  const { command, confinement, moment, at, exitCode, tail, outcome } = check;
  return {
    turnId: null,
    roleId: null,
    by: 'office',
    at,
    command: clip(command, commandCharacters, '…'),
    exitCode,
    succeeded: exitCode === 0 ? judgeCommand(command, exitCode, { pipefail: true }) : false,
    tail,
    ...(confinement !== undefined && { confinement }),
    outcome: `${outcome}, ${checkTexts.moments[moment]}`,
    changedSince: changedBy(calls.filter((call) => call.at > at)),
  };
}

function changedBy(calls: readonly MadeCall[]): readonly string[] {
  return [...new Set(calls.flatMap(({ call }) => call.affectsPaths))].slice(0, filesShown);
}

function evidenceOf(
  { turn, call, at }: MadeCall,
  command: string,
  later: readonly MadeCall[],
): CommandEvidence {
  return {
    turnId: turn.id,
    roleId: turn.roleId,
    by: 'employee',
    at,
    command: clip(command, commandCharacters, '…'),
    ...(call.command ?? earlierRun(call, command)),
    outcome: call.resultPreview,
    changedSince: changedBy(later),
  };
}

/** The end of a command in a record of an earlier version, whose shell had no `pipefail`. */
function earlierRun({ resultPreview, status }: ToolCallRecord, command: string): CommandEnd {
  const code = /^exit code: (\d+)$/.exec(resultPreview)?.[1];
  const exitCode = code === undefined ? null : Number(code);
  const succeeded =
    status === 'ok' && exitCode === null
      ? null
      : judgeCommand(command, exitCode, { pipefail: false });
  return { exitCode, succeeded, tail: '' };
}

/** The command that the call ran; null: none, or it was refused. */
function commandOf(call: ToolCallRecord): string | null {
  const { name, status, argumentsJson } = call;
  if (name !== 'run_shell' || status === 'denied' || wasDeclined(call)) return null;
  return shellArguments.safeParse(parsedOrUndefined(argumentsJson)).data?.command ?? null;
}
