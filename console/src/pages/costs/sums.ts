import type { Run, TurnRecord } from '../../../../src/protocol/records/work.js';
import type { Bar } from '../../ui/bars.js';

export interface PaidTurn {
  readonly turn: TurnRecord;
  readonly run: Run;
}

/** Dollars by whatever a turn is grouped under, the dearest first. */
export function sumBy(
  turns: readonly PaidTurn[],
  keyOf: (paid: PaidTurn) => string,
): readonly Bar[] {
  const sums = new Map<string, number>();
  for (const paid of turns) {
    const key = keyOf(paid);
    sums.set(key, (sums.get(key) ?? 0) + paid.turn.usage.costUsd);
  }
  return [...sums].map(([label, value]) => ({ label, value })).sort((a, b) => b.value - a.value);
}

/** Dollars by day, the earliest first. */
export function sumByDay(turns: readonly PaidTurn[]): readonly Bar[] {
  const days = sumBy(turns, ({ turn }) => new Date(turn.startedAt).toISOString().slice(0, 10));
  return days.toSorted((a, b) => a.label.localeCompare(b.label));
}

/**
 * What the same tokens would have cost at the cheapest and at the dearest of the models that each
 * turn was weighed between, by their blended prices.
 */
export function otherCosts(turns: readonly PaidTurn[]): { cheapest: number; dearest: number } {
  let cheapest = 0;
  let dearest = 0;
  for (const { turn } of turns) {
    const { considered, fallbacks } = turn.route;
    const prices = [...considered, ...fallbacks].map(
      ({ blendedCostPerKTok }) => blendedCostPerKTok,
    );
    const thousands = (turn.usage.tokensIn + turn.usage.tokensOut) / 1000;
    const others = prices.map((price) => price * thousands);
    cheapest += Math.min(turn.usage.costUsd, ...others);
    dearest += Math.max(turn.usage.costUsd, ...others);
  }
  return { cheapest, dearest };
}
