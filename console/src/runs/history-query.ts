import { runStatuses } from '#protocol/records/enums.js';
import { runOrders } from '#protocol/rules/run-order.js';
import type { RunSearch } from '#protocol/rules/run-search.js';
import { amountOf } from '../app/amounts.js';

/** A filter value that restricts nothing. */
export const all = 'all';

/**
 * The list's filters as in the address. `of` is the floor that is asked for; `floor` is the floor
 * of the tab.
 */
export const everyRun = {
  text: '',
  status: all,
  of: all,
  pipeline: all,
  person: all,
  least: '',
  most: '',
  since: '',
  until: '',
  changes: all,
  sort: 'newest',
};

export type HistoryQuery = typeof everyRun;

/** Filters whose values people type. */
export const typedFilters = ['text', 'least', 'most', 'since', 'until'] as const;

/** The service's search for the filters; values that it would refuse are left out. */
export function searchOf(query: HistoryQuery): RunSearch {
  const { text, status, of, pipeline, person, changes, sort } = query;
  const search: RunSearch = {
    search: text.trim() === '' ? undefined : text.trim(),
    status: runStatuses.find((each) => each === status),
    workspaceId: of === all ? undefined : of,
    pipelineId: pipeline === all ? undefined : pipeline,
    roleId: person === all ? undefined : person,
    minUsd: amount(query.least),
    maxUsd: amount(query.most),
    from: dayBegins(query.since),
    to: dayEnds(query.until),
    changed: changes === all ? undefined : changes === 'yes',
    sort: sort === 'newest' ? undefined : runOrders.find((each) => each === sort),
  };
  const used = Object.entries(search).filter(([, value]) => value !== undefined);
  return Object.fromEntries(used);
}

/** The filters that restrict or sort the list, as its address has them. */
export function usedFilters(query: HistoryQuery): Readonly<Record<string, string>> {
  const usual: Readonly<Record<string, string>> = everyRun;
  return Object.fromEntries(Object.entries(query).filter(([name, value]) => usual[name] !== value));
}

/** The number of filters that restrict the list, apart from words, status and floor. */
export function furtherFilters(query: HistoryQuery): number {
  const further = ['pipeline', 'person', 'least', 'most', 'since', 'until', 'changes'] as const;
  return further.filter((name) => query[name] !== everyRun[name]).length;
}

function amount(text: string): number | undefined {
  const value = amountOf(text);
  return !(value >= 0) || value > 1e9 ? undefined : value;
}

/** A day as a field of dates writes it, in the time zone of the browser, ms. */
function dayBegins(day: string): number | undefined {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00`).getTime() : NaN;
  return at >= 0 ? at : undefined;
}

function dayEnds(day: string): number | undefined {
  const begins = dayBegins(day);
  if (begins === undefined) return undefined;
  const next = new Date(begins);
  next.setDate(next.getDate() + 1);
  return next.getTime() - 1;
}
