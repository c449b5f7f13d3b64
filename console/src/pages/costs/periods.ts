import type { Run } from '#protocol/records/work.js';

/** Periods that the page can show, days including today. */
export const periods = [7, 30, 90, 365] as const;
export type PeriodDays = (typeof periods)[number];

/** A column of a plot: a day, or a month of a long period. */
export interface Span {
  readonly from: number;
  /** End; the next span begins here. */
  readonly to: number;
  readonly name: string;
}

/** Longer periods are shown by month, days. */
const mostDays = 90;

/** Beginning of a period, at midnight in the browser's time zone. */
export function beginOf(days: PeriodDays, now: number): number {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - (days - 1));
  return day.getTime();
}

/** The local days or months of a period until now, earliest first. */
export function spansOf(days: PeriodDays, now: number): readonly Span[] {
  const byMonth = days > mostDays;
  const spans: Span[] = [];
  let from = new Date(beginOf(days, now));
  while (from.getTime() <= now) {
    const to = byMonth ? monthAfter(from) : dayAfter(from);
    spans.push({ from: from.getTime(), to: to.getTime(), name: nameOf(from, byMonth) });
    from = to;
  }
  return spans;
}

/** USD of runs by floor, in the span in which each run began. */
export function spendIn(
  { from, to }: Span,
  runs: readonly Run[],
): readonly { readonly floorId: string; readonly usd: number }[] {
  const usd = new Map<string, number>();
  for (const { createdAt, workspaceId, budget } of runs) {
    if (createdAt < from || createdAt >= to) continue;
    usd.set(workspaceId, (usd.get(workspaceId) ?? 0) + budget.spentUsd);
  }
  return [...usd].map(([floorId, spent]) => ({ floorId, usd: spent }));
}

function dayAfter(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1);
}

function monthAfter(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth() + 1, 1);
}

function nameOf(date: Date, byMonth: boolean): string {
  return byMonth
    ? date.toLocaleDateString('en-GB', { month: 'short', year: 'numeric' })
    : date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
}
