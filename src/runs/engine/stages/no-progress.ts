import type { ToolCallRecord, TurnRecord } from '#protocol/records/work.js';

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
export function triedIn(turns: readonly TurnRecord[]): readonly string[] {
  const lines = turns.flatMap(({ toolCalls }) =>
    toolCalls.map(
      ({ name, argumentsJson, status }) =>
        `- ${name} ${argumentsJson.slice(0, argumentsShown)}: ${status}`,
    ),
  );
  return [...new Set(lines)].slice(-triedShown);
}
