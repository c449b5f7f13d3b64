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

interface Asked {
  /** The runs loaded before; null: the first page is asked for. */
  readonly before: LoadedRuns | null;
  /** Pages are asked for until there are so many. */
  readonly least?: number | undefined;
}

export interface History {
  /** Null while the first page loads. */
  readonly runs: readonly Run[] | null;
  readonly isAll: boolean;
  /** Why the last request failed; the runs loaded before stay. */
  readonly error: string | null;
  /** Loads the next page unless it is loading or has failed. */
  readonly more: () => void;
  /** Sends the request that failed again. */
  readonly again: () => void;
}

/** The matching runs page by page, kept current by events. */
export function useHistory(search: RunSearch): History {
  const { loaded, error, more, again } = usePages(search);
  const news = useNews();
  const held = useOfficeState((state) => state.runs);
  const runs = useMemo(
    () => loaded && withNews(loaded, [...news, ...held], search),
    [loaded, news, held, search],
  );
  return { runs, isAll: loaded?.isAll ?? false, error, more, again };
}

/** The matching runs as they were when their pages were loaded. */
function usePages(search: RunSearch): Omit<Loading, 'search'> & Pick<History, 'more' | 'again'> {
  const office = useOffice();
  const [loading, setLoading] = useState<Loading>({ search, loaded: null, error: null });
  const asking = useRef<AbortController | null>(null);
  /** What the last request asked for, if it failed. */
  const failed = useRef<Asked | null>(null);
  const ask = useCallback(
    ({ before, least = 0 }: Asked) => {
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
          failed.current = { before, least };
          setLoading((now) => {
            const shown = now.search === search ? now.loaded : null;
            return { search, loaded: before ?? shown, error: thrown.message };
          });
        },
      );
    },
    [office, search],
  );
  useEffect(() => {
    const begin = () => ask({ before: null, least: keptPlace(search)?.rows });
    begin();
    const stops = [
      office.onGap(begin),
      office.onStatus(({ phase }) => {
        if (phase === 'online' && failed.current !== null) ask(failed.current);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      asking.current?.abort();
    };
  }, [office, ask, search]);
  const { loaded, error } = loading.search === search ? loading : nothing;
  const more = () => {
    const isAll = loaded?.isAll ?? false;
    if (asking.current === null && !isAll && error === null) ask({ before: loaded });
  };
  const again = () => {
    if (asking.current !== null || failed.current === null) return;
    setLoading((now) => ({ ...now, error: null }));
    ask(failed.current);
  };
  return { loaded, error, more, again };
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
