import { keep, kept } from '../app/storage.js';
import { everyRun, type HistoryQuery } from './history-query.js';

/** Filters of the list of runs with a name, kept in this browser. */
export interface SavedView {
  readonly name: string;
  readonly query: HistoryQuery;
}

const key = 'office-run-views';

export function savedViews(): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(kept('local', key) ?? '[]');
    return Array.isArray(stored) ? stored.flatMap((each) => viewOf(each) ?? []) : [];
  } catch {
    return [];
  }
}

/** The views with this one, in place of one of the same name; they are kept. */
export function saveView(view: SavedView): readonly SavedView[] {
  return keepViews([...savedViews().filter(({ name }) => name !== view.name), view]);
}

export function dropView(dropped: string): readonly SavedView[] {
  return keepViews(savedViews().filter(({ name }) => name !== dropped));
}

function keepViews(views: readonly SavedView[]): readonly SavedView[] {
  keep('local', key, views.length === 0 ? null : JSON.stringify(views));
  return views;
}

/** A stored view; a filter that this page does not know is left out. Null: it is none. */
function viewOf(stored: unknown): SavedView | null {
  const { name, query } = (stored ?? {}) as { readonly name?: unknown; readonly query?: unknown };
  if (typeof name !== 'string' || typeof query !== 'object' || query === null) return null;
  const values = Object.entries(everyRun).map(([filter, usual]) => {
    const value = (query as Readonly<Record<string, unknown>>)[filter];
    return [filter, typeof value === 'string' ? value : usual];
  });
  return { name, query: Object.fromEntries(values) as HistoryQuery };
}
