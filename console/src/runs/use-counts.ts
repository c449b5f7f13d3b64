import { useCallback, useEffect, useState } from 'react';
import type { RunCounts } from '#protocol/records/work.js';
import type { RunSearch } from '#protocol/rules/run-search.js';
import { useOffice } from '../app/office-context.js';
import { useLoaded } from '../ui/use-loaded.js';

/** Pause after runs began or changed before they are counted again, ms. */
const recountMs = 1000;

/** How many runs match; null until it is known. Counted again after runs began or changed. */
export function useCounts(search: RunSearch): RunCounts | null {
  const office = useOffice();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = office.onEvent(({ type }) => {
      if (type !== 'run.created' && type !== 'run.updated') return;
      timer ??= setTimeout(() => {
        timer = undefined;
        setRound((before) => before + 1);
      }, recountMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [office]);
  const load = useCallback(
    (signal: AbortSignal) => {
      const { sort: _order, ...asked } = search;
      return office.http.runCounts(asked, { signal });
    },
    [office, search],
  );
  return useLoaded(load, round).value;
}
