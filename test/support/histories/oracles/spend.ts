import { entriesOf, type HistoryEntry, type RunRecord, type ProviderCall } from '../history.js';
import type { Problem } from './problem.js';

/** Sums of prices are not exact. */
const toleranceUsd = 1e-9;

/**
 * A run has spent what the provider bills for answers that the office has, and for each call that was
 * cut off at most what was reserved for it; never more than its ceiling and one smallest answer.
 */
export function spendExplained(history: readonly HistoryEntry[]): readonly Problem[] {
  const calls = Map.groupBy(entriesOf(history, 'provider'), ({ run }) => run);
  return entriesOf(history, 'run').flatMap((record) =>
    messagesOf(record, calls.get(record.run) ?? []).map((message) => ({
      oracle: 'spend',
      about: record.run,
      message,
    })),
  );
}

function messagesOf(
  { spentUsd, limitUsd, smallestUsd }: RunRecord,
  calls: readonly ProviderCall[],
): readonly string[] {
  const least = sum(calls.map(({ received, costUsd }) => (received ? costUsd : 0)));
  const most = least + sum(calls.map(({ received, mostUsd }) => (received ? 0 : mostUsd)));
  const bound = limitUsd + smallestUsd;
  const problems: string[] = [];
  if (spentUsd < least - toleranceUsd) {
    problems.push(`it spent $${spentUsd}, and its answers cost $${least}`);
  }
  if (spentUsd > most + toleranceUsd) {
    problems.push(`it spent $${spentUsd}, and its calls explain at most $${most}`);
  }
  if (spentUsd > bound + toleranceUsd) {
    problems.push(`it spent $${spentUsd} of $${limitUsd} and a smallest answer of $${smallestUsd}`);
  }
  return problems;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
