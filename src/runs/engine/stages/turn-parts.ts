import type { Role } from '#protocol/records/organisation.js';
import type { ToolCallRecord, TurnRecord } from '#protocol/records/work.js';
import { runTexts } from '#protocol/texts/runs.js';
import { answerOf, handsOver } from './turn-answers.js';

/**
 * Joins an employee's turn and its continuations into the one turn that the stage requested. The
 * text says so if the last one still hands over or has failed.
 */
export function wholeTurn(role: Role, parts: readonly TurnRecord[]): TurnRecord {
  const last = parts.at(-1);
  if (last === undefined) throw new Error('there is no turn');
  const wroteFiles = [...new Set(parts.flatMap((turn) => turn.wroteFiles))];
  const toldLast = parts.findLast(({ status }) => status === 'done') ?? last;
  const reason = unfinished(role, parts, last);
  if (reason === null || toldLast.status !== 'done') return { ...last, wroteFiles };
  const text = `${reason}\n\n${answerOf(toldLast)}`;
  return { ...toldLast, wroteFiles, text, answerFrom: 0 };
}

/** Why the work is not finished; null: it is, or it is a single turn that failed. */
function unfinished(
  { displayName }: Role,
  parts: readonly TurnRecord[],
  last: TurnRecord,
): string | null {
  const standstill = handsOver(last) ? standstillOf(parts) : null;
  if (standstill !== null) {
    const why = runTexts.standstill[standstill];
    const reason = runTexts.unfinishedStandstill(displayName, parts.length, why);
    const tried = triedIn(parts);
    return tried.length === 0 ? reason : [reason, runTexts.tried, tried.join('\n')].join('\n\n');
  }
  if (handsOver(last)) return runTexts.unfinished(displayName, parts.length);
  if (parts.length === 1 || last.status === 'done') return null;
  return runTexts.unfinishedBy(displayName, last.error ?? '');
}

/** How often a call may have the same result while no file changes. */
const sameCalls = 3;

/** Looking at a background command is waiting, not a lack of progress. */
const polls: ReadonlySet<string> = new Set(['shell_output']);

/** Reason for a standstill. */
type Standstill = 'repeats' | 'nothing-new';

/**
 * Why the turns of an employee who hands over to itself make no progress: the same call had the
 * same result three times with no file changed between, or the last two turns changed no file and
 * had no new result. Null: they make progress.
 */
export function standstillOf(turns: readonly TurnRecord[]): Standstill | null {
  if (repeatsItself(turns.flatMap(({ toolCalls }) => toolCalls))) return 'repeats';
  const lastTwo = [turns.length - 1, turns.length - 2];
  return turns.length > 1 && lastTwo.every((place) => bringsNothing(turns, place))
    ? 'nothing-new'
    : null;
}

function repeatsItself(calls: readonly ToolCallRecord[]): boolean {
  const since = new Map<string, number>();
  for (const call of calls) {
    if (call.affectsPaths.length > 0) since.clear();
    if (polls.has(call.name)) continue;
    const count = (since.get(signOf(call)) ?? 0) + 1;
    if (count >= sameCalls) return true;
    since.set(signOf(call), count);
  }
  return false;
}

function bringsNothing(turns: readonly TurnRecord[], place: number): boolean {
  const turn = turns[place];
  if (turn === undefined || turn.wroteFiles.length > 0) return false;
  const known = new Set(
    turns.slice(0, place).flatMap(({ toolCalls }) => toolCalls.map((call) => signOf(call))),
  );
  return turn.toolCalls.every((call) => !polls.has(call.name) && known.has(signOf(call)));
}

function signOf({ name, argumentsJson, status, resultPreview }: ToolCallRecord): string {
  return JSON.stringify([name, argumentsJson, status, resultPreview]);
}

const triedShown = 10;
const argumentsShown = 120;

/** The latest different calls, for the employee who has to continue the work. */
function triedIn(turns: readonly TurnRecord[]): readonly string[] {
  const lines = turns.flatMap(({ toolCalls }) =>
    toolCalls.map(
      ({ name, argumentsJson, status }) =>
        `- ${name} ${argumentsJson.slice(0, argumentsShown)}: ${status}`,
    ),
  );
  return [...new Set(lines)].slice(-triedShown);
}
