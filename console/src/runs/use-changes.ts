import { useCallback } from 'react';
import type { RunChanges } from '#protocol/records/work.js';
import { useOffice } from '../app/office-context.js';
import { useLoaded } from '../ui/use-loaded.js';
import type { RunView } from './run-view.js';

export interface LoadedChanges {
  /** Null while it is on its way, and where there is nothing to tell. */
  readonly changes: RunChanges | null;
  /** Why the service does not tell it. */
  readonly error: string | null;
  readonly isLoading: boolean;
}

/** What a run changed in all, asked again whenever a turn has changed something. */
export function useChanges(run: RunView, isWanted: boolean): LoadedChanges {
  const office = useOffice();
  const { id } = run;
  const changing = run.turns.filter(({ diff }) => diff !== undefined);
  const settled = isWanted ? changing.map((turn) => turn.id).join() : '';
  const load = useCallback(
    // Where no turn has changed anything, nothing is recorded.
    (signal: AbortSignal) =>
      settled === '' ? Promise.resolve(null) : office.http.changes(id, { signal }),
    [office, id, settled],
  );
  const { value, error } = useLoaded(load);
  const changes = isWanted && value?.runId === id ? value : null;
  const isLoading = settled !== '' && changes === null && error === null;
  return { changes, error: isWanted ? error : null, isLoading };
}
