import { useCallback } from 'react';
import type { RunChanges } from '#protocol/records/change-review.js';
import { useOffice } from '../app/office-context.js';
import { useLoaded } from '../ui/use-loaded.js';
import type { RunView } from './run-view.js';

export interface LoadedChanges {
  /** Null while loading, and if there is none. */
  readonly changes: RunChanges | null;
  /** The reason why the service has none. */
  readonly error: string | null;
  readonly isLoading: boolean;
}

/** The net change of a run, loaded again whenever a turn changed something. */
export function useChanges(
  run: RunView,
  isWanted: boolean,
  since: string | undefined,
): LoadedChanges {
  const office = useOffice();
  const { id } = run;
  const changing = run.turns.filter(({ diff }) => diff !== undefined);
  const settled = isWanted ? changing.map((turn) => turn.id).join() : '';
  const load = useCallback(
    // No change is recorded before a turn has changed something.
    (signal: AbortSignal) =>
      settled === '' ? Promise.resolve(null) : office.http.changes(id, { signal, since }),
    [office, id, settled, since],
  );
  const { value, error } = useLoaded(load);
  const changes = isWanted && value?.runId === id ? value : null;
  const isLoading = settled !== '' && changes === null && error === null;
  return { changes, error: isWanted ? error : null, isLoading };
}
