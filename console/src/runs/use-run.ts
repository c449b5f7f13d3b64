import { useEffect, useState } from 'react';
import type { Office } from '../../../src/client/office.js';
import type { ServerEvent } from '../../../src/protocol/events.js';
import { runIdOf } from '../../../src/protocol/rules/run-id-of.js';
import { useOffice, useWrittenNow } from '../app/office-context.js';
import type { OfficeStore } from '../app/office-store.js';
import { isOver } from './run-status.js';
import { reloaded, runAfter, turnsAtWork, type RunView, withTurnsAtWork } from './run-view.js';

interface Loaded {
  readonly run: RunView | null;
  /** Why it cannot be shown. */
  readonly error: string | null;
}

/**
 * A run as it is now. Loaded whole, then kept current by events; loaded again after the connection
 * was lost. Events between two frames are one change.
 */
export function useRun(id: string): Loaded {
  const office = useOffice();
  const writtenNow = useWrittenNow();
  const [loaded, setLoaded] = useState<Loaded>({ run: null, error: null });
  useEffect(() => followInto(office, id, writtenNow, setLoaded), [office, id, writtenNow]);
  return loaded;
}

type Change = (change: (before: Loaded) => Loaded) => void;

function followInto(
  office: Office,
  id: string,
  writtenNow: OfficeStore['writtenNow'],
  setLoaded: Change,
): () => void {
  const abort = new AbortController();
  let waiting: ServerEvent[] = [];
  let frame = 0;
  let isLoaded = false;
  const flush = () => {
    frame = 0;
    // Events that come before the run are applied to it once it is there.
    if (!isLoaded) return;
    const events = waiting;
    waiting = [];
    setLoaded((before) =>
      before.run === null ? before : { ...before, run: events.reduce(runAfter, before.run) },
    );
  };
  const fail = (error: Error) =>
    abort.signal.aborted || setLoaded((before) => ({ ...before, error: error.message }));
  const begin = async () => {
    const run = await office.http.run(id, abort);
    const stored = isOver(run.status) ? [] : await office.storedEvents(id, abort);
    const atWork = turnsAtWork(run, stored);
    // Their text up to now is known; what waits is part of it.
    waiting = waiting.filter((event) => !isText(event) || !atWork.has(event.turnId));
    isLoaded = true;
    setLoaded(() => ({ run: withTurnsAtWork(run, stored, writtenNow), error: null }));
    flush();
  };
  const again = () =>
    void office.http
      .run(id, abort)
      .then((run) => setLoaded((before) => ({ run: reloaded(before.run, run), error: null })))
      .catch(fail);
  const stops = [
    office.onEvent((event) => {
      if (isLoaded && changesSummary(event, id)) again();
      if (!isOfRun(event, id)) return;
      waiting.push(event);
      frame ||= document.hidden ? window.setTimeout(flush, 250) : requestAnimationFrame(flush);
    }),
    () => abort.abort(),
  ];
  begin().catch(fail);
  return () => stops.forEach((stop) => stop());
}

function isText(
  event: ServerEvent,
): event is Extract<ServerEvent, { type: 'turn.delta' | 'turn.reasoning' }> {
  return event.type === 'turn.delta' || event.type === 'turn.reasoning';
}

function isOfRun(event: ServerEvent, id: string): boolean {
  return ('runId' in event ? event.runId : runIdOf(event)) === id;
}

/** Whether something changed that no event tells: the commands that ran, the share of caches. */
function changesSummary(event: ServerEvent, id: string): boolean {
  if (event.type === 'run.updated') return event.run.id === id && isOver(event.run.status);
  return event.type === 'hello' || (event.type === 'stage.finished' && event.runId === id);
}
