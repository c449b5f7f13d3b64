import { useEffect } from 'react';
import type { ServerEvent } from '#protocol/events.js';
import { runTitle } from './run-title.js';
import { current } from './router.js';
import { notify, recovered } from './notices.js';
import { useOffice, useStateNow } from './office-context.js';

/** Id of the run that has recovered by the event; null: none. */
export function recoveredRun(event: ServerEvent): string | null {
  if (event.type === 'turn.finished') return event.turn.status === 'done' ? event.turn.runId : null;
  // A run that retries a failed one replaces it.
  if (event.type === 'run.created') return event.run.retryOf ?? null;
  return event.type === 'run.updated' && event.run.status === 'done' ? event.run.id : null;
}

/** Shows errors with their runs, and removes those of runs that have recovered. */
export function useErrorNotices(): void {
  const office = useOffice();
  const stateNow = useStateNow();
  useEffect(() => {
    const stops = [
      office.on('error', ({ message, runId, at }) => {
        if (runId === undefined) return notify(message, 'error', { at });
        // The page of the run shows its error.
        const { path } = current();
        if (path[0] === 'runs' && path[1] === runId) return;
        const known = stateNow().runs.find(({ id }) => id === runId);
        const run = { id: runId, title: runTitle(known ?? { brief: runId }, 60) };
        notify(message, 'error', { run, cause: `run ${runId}`, at });
      }),
      office.onEvent((event) => {
        const runId = recoveredRun(event);
        if (runId !== null) recovered(`run ${runId}`);
      }),
      office.onStatus(({ phase }) => {
        if (phase === 'online') recovered('connection');
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [office, stateNow]);
}
