import { useEffect } from 'react';
import type { ServerEvent } from '#protocol/events.js';
import { runTitle } from './run-title.js';
import { current } from './router.js';
import { notify, recovered } from './notices.js';
import { useOffice, useStateNow } from './office-context.js';

/** Id of the run that the event shows to be well again; null: of none. */
export function recoveredRun(event: ServerEvent): string | null {
  if (event.type === 'turn.finished') return event.turn.status === 'done' ? event.turn.runId : null;
  // A run that tries a failed one again takes its place.
  if (event.type === 'run.created') return event.run.retryOf ?? null;
  return event.type === 'run.updated' && event.run.status === 'done' ? event.run.id : null;
}

/** Shows errors with the run that they are of, and removes what has recovered. */
export function useErrorNotices(): void {
  const office = useOffice();
  const stateNow = useStateNow();
  useEffect(() => {
    const stops = [
      office.on('error', ({ message, runId, at }) => {
        if (runId === undefined) return notify(message, 'error', { at });
        // Its own page says it.
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
