import { entriesOf, type HistoryEntry } from '../history.js';
import type { Problem } from './problem.js';

/** Each tool call acts at most once; what acted is recorded as done or as unknown. */
export function effectsOnce(history: readonly HistoryEntry[]): readonly Problem[] {
  const effects = Map.groupBy(entriesOf(history, 'effect'), keyOf);
  const reports = Map.groupBy(entriesOf(history, 'tool'), keyOf);
  return [...new Set([...effects.keys(), ...reports.keys()])].flatMap((call) => {
    const times = effects.get(call)?.length ?? 0;
    const told = (reports.get(call) ?? []).map(({ status }) => status);
    const message = problemOf(times, told);
    return message === null ? [] : [{ oracle: 'effects', about: call, message }];
  });
}

function keyOf({ run, call }: { readonly run: string; readonly call: string }): string {
  return `${run} ${call}`;
}

function problemOf(times: number, told: readonly string[]): string | null {
  if (times > 1) return `it acted ${times} times`;
  if (told.length > 1) return `it is recorded ${told.length} times: ${told.join(', ')}`;
  const [status] = told;
  if (times === 1 && status === undefined) return 'it acted, and no record says so';
  if (times === 1 && status === 'denied') return 'it acted, though it was refused';
  if (times === 0 && status === 'ok') return 'it is recorded as done, and nothing happened';
  return null;
}
