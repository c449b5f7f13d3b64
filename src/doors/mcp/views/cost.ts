import { z } from 'zod';
import type { RunDetail, TurnRecord } from '#protocol/records/work.js';
import { bounds } from './bounds.js';

const costRow = z.object({
  model: z.string(),
  role: z.string(),
  turns: z.int(),
  tokensIn: z.int(),
  tokensOut: z.int(),
  costUsd: z.number(),
});

export const costView = z.object({
  runId: z.string(),
  spentUsd: z.number(),
  limitUsd: z.number(),
  tokensIn: z.int(),
  tokensOut: z.int(),
  cachedShare: z
    .number()
    .nullable()
    .describe('Share of the input tokens that came from caches; null: there was no input.'),
  estimated: z.boolean().describe('Some counts are estimates, because a provider gave none.'),
  rows: z.array(costRow).describe('By model and role, the dearest first.'),
});

type CostRow = z.output<typeof costRow>;
export type CostView = z.output<typeof costView>;

/**
 * The cost of a run by its settled turns. The original run has paid for turns that a retry copied.
 */
export function costOf(run: RunDetail): CostView {
  const paid = run.turns.filter(({ takenFrom }) => takenFrom === undefined);
  const rows = new Map<string, CostRow>();
  for (const turn of paid) {
    const row = rowOf(turn);
    const key = `${row.model}\n${row.role}`;
    rows.set(key, sum(rows.get(key), row));
  }
  const dearest = [...rows.values()].sort((a, b) => b.costUsd - a.costUsd);
  return {
    runId: run.id,
    spentUsd: run.budget.spentUsd,
    limitUsd: run.budget.limitUsd,
    tokensIn: total(dearest, 'tokensIn'),
    tokensOut: total(dearest, 'tokensOut'),
    cachedShare: run.cachedShare,
    estimated: paid.some(({ usage }) => usage.estimated === true || usage.cutOff === true),
    rows: dearest.slice(0, bounds.costRows),
  };
}

function rowOf({ route, servedBy, roleId, usage }: TurnRecord): CostRow {
  return {
    model: servedBy?.modelId ?? route.modelId,
    role: roleId,
    turns: 1,
    tokensIn: usage.tokensIn,
    tokensOut: usage.tokensOut,
    costUsd: usage.costUsd,
  };
}

function sum(before: CostRow | undefined, row: CostRow): CostRow {
  if (before === undefined) return row;
  return {
    ...row,
    turns: before.turns + row.turns,
    tokensIn: before.tokensIn + row.tokensIn,
    tokensOut: before.tokensOut + row.tokensOut,
    costUsd: before.costUsd + row.costUsd,
  };
}

function total(rows: readonly CostRow[], field: 'tokensIn' | 'tokensOut'): number {
  return rows.reduce((all, row) => all + row[field], 0);
}
