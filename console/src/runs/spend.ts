import { passesUsd, reachesUsd } from '#protocol/rules/usd.js';
import { dollars } from '../app/format.js';
import type { RunView } from './run-view.js';

type Spent = Pick<RunView, 'turns' | 'createdAt' | 'budget' | 'updatedAt'>;

/** Seconds since the start and USD spent by then; changes when a turn ends. */
export function spendOf({ turns, createdAt, budget, updatedAt }: Spent): [number[], number[]] {
  const ended = turns
    .filter(({ endedAt }) => endedAt !== null)
    .map(({ endedAt, usage }) => ({ at: (endedAt ?? 0) - createdAt, usd: usage.costUsd }))
    .sort((a, b) => a.at - b.at);
  let sum = 0;
  const xs = [0, ...ended.map(({ at }) => at / 1000)];
  const ys = [0, ...ended.map(({ usd }) => (sum += usd))];
  const now = (updatedAt - createdAt) / 1000;
  const last = xs.at(-1) ?? 0;
  return now > last
    ? [
        [...xs, now],
        [...ys, Math.max(sum, budget.spentUsd)],
      ]
    : [xs, ys];
}

/** The share of the ceiling from which on it is drawn; below, spend would be a flat line. */
const drawnFrom = 0.2;

/** True if the ceiling is drawn in the plot. */
export function isCeilingDrawn({ spentUsd, limitUsd }: RunView['budget']): boolean {
  return limitUsd > 0 && spentUsd >= limitUsd * drawnFrom;
}

/** Text below the plot. */
export function ceilingWords(budget: RunView['budget']): string {
  const { spentUsd, limitUsd } = budget;
  const amount = dollars(limitUsd);
  const ceiling = `the ceiling, ${amount}`;
  if (isCeilingDrawn(budget)) return `Dashed: ${ceiling}${reachedWords(budget)}`;
  if (spentUsd === 0) return `Nothing is spent of ${ceiling}`;
  if (limitUsd === 0) return `The ceiling, ${amount}, is passed`;
  const percent = Math.floor((spentUsd / limitUsd) * 100);
  return `${percent < 1 ? 'Less than 1' : percent}% of ${ceiling}, is spent`;
}

function reachedWords({ spentUsd, limitUsd }: RunView['budget']): string {
  if (!reachesUsd(spentUsd, limitUsd)) return '';
  return passesUsd(spentUsd, limitUsd) ? ', which is passed' : ', which is spent';
}

/** Top of the plot, USD: slightly above the maximum, one cent while nothing is spent. */
export function topOf(mostUsd: number): number {
  return mostUsd > 0 ? mostUsd * 1.05 : 0.01;
}
