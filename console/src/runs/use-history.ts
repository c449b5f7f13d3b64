import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Run } from '#protocol/records/work.js';
import type { RunSearch } from '#protocol/rules/run-search.js';
import { nextFrame } from '../app/next-frame.js';
import { useOffice, useOfficeState } from '../app/office-context.js';
import { type LoadedRuns, withNews } from './history.js';
import { keptPlace } from './list-place.js';

const pageSize = 100;

interface Loading {
  readonly search: RunSearch;
  /** Null before the first page. */
  readonly loaded: LoadedRuns | null;
  readonly error: string | null;
}

export interface History {
  /** Null while the first page loads. */
  readonly runs: readonly Run[] | null;
  readonly isAll: boolean;
  readonly error: string | null;
  /** Loads the next page unless it is loading. */
  readonly more: () => void;
}

/** The matching runs page by page, kept current by events. */
export function useHistory(search: RunSearch): History {
  const office = useOffice();
  const [loading, setLoading] = useState<Loading>({ search, loaded: null, error: null });
  const asking = useRef<AbortController | null>(null);
  /** The runs that were loaded before the failed last request; null: it did not fail. */
  const failed = useRef<{ readonly before: LoadedRuns | null } | null>(null);
  const ask = useCallback(
    (before: LoadedRuns | null, least = 0) => {
      asking.current?.abort();
      const abort = new AbortController();
      asking.current = abort;
      failed.current = null;
      const page = (last: Run | undefined) =>
        office.http.runs(
          { ...search, limit: pageSize, ...(last && { before: last.id }) },
          { signal: abort.signal },
        );
      withPages(page, before, least).then(
        (loaded) => {
          asking.current = null;
          setLoading({ search, loaded, error: null });
        },
        (thrown: Error) => {
          if (abort.signal.aborted) return;
          asking.current = null;
          failed.current = { before };
          setLoading({ search, loaded: before, error: thrown.message });
        },
      );
    },
    [office, search],
  );
  useEffect(() => {
    const begin = () => ask(null, keptPlace(search)?.rows);
    begin();
    const stops = [
      office.onGap(begin),
      office.onStatus(({ phase }) => {
        if (phase === 'online' && failed.current !== null) ask(failed.current.before);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      asking.current?.abort();
    };
  }, [office, ask, search]);
  const news = useNews();
  const held = useOfficeState((state) => state.runs);
  const { loaded, error } = loading.search === search ? loading : nothing;
  const runs = useMemo(
    () => loaded && withNews(loaded, [...news, ...held], search),
    [loaded, news, held, search],
  );
  const isAll = loaded?.isAll ?? false;
  const more = () => {
    if (asking.current === null && !isAll && error === null) ask(loaded);
  };
  return { runs, isAll, error, more };
}

/** The loaded runs with the next page, and with further ones until there are so many. */
async function withPages(
  page: (last: Run | undefined) => Promise<readonly Run[]>,
  before: LoadedRuns | null,
  least: number,
): Promise<LoadedRuns> {
  const next = await page(before?.runs.at(-1));
  const runs = [...(before?.runs ?? []), ...next];
  const loaded = { runs, isAll: next.length < pageSize };
  return loaded.isAll || runs.length >= least ? loaded : withPages(page, loaded, least);
}

const nothing: Omit<Loading, 'search'> = { loaded: null, error: null };

/** Runs of every floor that began or changed since the page was opened. */
function useNews(): readonly Run[] {
  const office = useOffice();
  const [news, setNews] = useState<readonly Run[]>([]);
  useEffect(() => {
    const changed = new Map<string, Run>();
    let stopFrame: (() => void) | null = null;
    const show = () => {
      stopFrame = null;
      setNews([...changed.values()]);
    };
    const stop = office.onEvent((event) => {
      if (event.type !== 'run.created' && event.type !== 'run.updated') return;
      changed.set(event.run.id, event.run);
      stopFrame ??= nextFrame(show);
    });
    return () => {
      stop();
      stopFrame?.();
    };
  }, [office]);
  return news;
}
