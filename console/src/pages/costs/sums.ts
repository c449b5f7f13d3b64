import type { Run, TurnRecord } from '#protocol/records/work.js';
import { plural } from '../../app/format.js';

export interface PaidTurn {
  readonly turn: TurnRecord;
  readonly run: Pick<Run, 'id' | 'title' | 'brief' | 'workspaceId'>;
}

/** Spend under one heading. */
export interface Sum {
  readonly key: string;
  readonly usd: number;
}

/** USD by group, highest first. */
export function sumBy<T>(
  things: readonly T[],
  keyOf: (thing: T) => string,
  usdOf: (thing: T) => number,
): readonly Sum[] {
  const sums = new Map<string, number>();
  for (const thing of things) {
    const key = keyOf(thing);
    sums.set(key, (sums.get(key) ?? 0) + usdOf(thing));
  }
  return [...sums].map(([key, usd]) => ({ key, usd })).sort((a, b) => b.usd - a.usd);
}

/** The highest ones, and one entry for all others. */
export function withRest(sums: readonly Sum[], most: number): readonly Sum[] {
  if (sums.length <= most) return sums;
  const rest = sums.slice(most - 1);
  const usd = rest.reduce((total, sum) => total + sum.usd, 0);
  return [...sums.slice(0, most - 1), { key: plural(rest.length, 'other'), usd }];
}

export const totalOf = (sums: readonly Sum[]): number =>
  sums.reduce((total, { usd }) => total + usd, 0);

/** Decimals of a column, at most; a token costs more than that. */
const mostDecimals = 10;

/**
 * Formats USD amounts of a column: `$0`, or as many decimals as the smallest needs for two digits.
 */
export function dollarsAlike(amounts: readonly number[]): (usd: number) => string {
  const least = Math.min(...amounts.filter((usd) => usd > 0));
  const needed = Number.isFinite(least) ? 1 - Math.floor(Math.log10(least)) : 2;
  const digits = Math.min(mostDecimals, Math.max(2, needed));
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return (usd) => (usd === 0 ? '$0' : `$${usd.toLocaleString('en', options)}`);
}
