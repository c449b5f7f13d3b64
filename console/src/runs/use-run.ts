import { useEffect, useState } from 'react';
import type { Office } from '../../../src/client/office.js';
import type { ServerEvent } from '../../../src/protocol/events.js';
import { runIdOf } from '../../../src/protocol/rules/run-id-of.js';
import { nextFrame } from '../app/next-frame.js';
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
  let asking = new AbortController();
  let isLoaded = false;
  /** Events that are not shown yet; before the run is there, they wait for it. */
  let waiting: ServerEvent[] = [];
  /** Events since the run was asked for, which the answer may not know; null while it is not. */
  let since: ServerEvent[] | null = null;
  let stopFrame: (() => void) | null = null;
  const flush = () => {
    stopFrame?.();
    stopFrame = null;
    if (!isLoaded || waiting.length === 0) return;
    const events = waiting;
    waiting = [];
    setLoaded((before) =>
      before.run === null ? before : { ...before, run: events.reduce(runAfter, before.run) },
    );
  };
  const begin = async (signal: AbortSignal) => {
    waiting = [];
    const run = await office.http.run(id, { signal });
    const stored = isOver(run.status) ? [] : await office.storedEvents(id, { signal });
    signal.throwIfAborted();
    const atWork = turnsAtWork(run, stored);
    // Their text up to now is known; what waits is part of it.
    waiting = waiting.filter((event) => !isText(event) || !atWork.has(event.turnId));
    isLoaded = true;
    setLoaded(() => ({ run: withTurnsAtWork(run, stored, writtenNow), error: null }));
    flush();
  };
  const again = async (signal: AbortSignal) => {
    const run = await office.http.run(id, { signal });
    signal.throwIfAborted();
    flush();
    const missed = since ?? [];
    setLoaded((before) => ({ run: reloaded(before.run, run, missed), error: null }));
  };
  /** The answer to an earlier question is not waited for any more. */
  const load = async () => {
    asking.abort();
    const { signal } = (asking = new AbortController());
    since = [];
    try {
      await (isLoaded ? again(signal) : begin(signal));
    } catch (error) {
      if (signal.aborted) return;
      setLoaded((before) => ({ ...before, error: messageOf(error) }));
    }
    since = null;
  };
  const stops = [
    office.onEvent((event) => {
      if (!isOfRun(event, id) || (!isLoaded && since === null)) return;
      since?.push(event);
      waiting.push(event);
      stopFrame ??= nextFrame(flush);
      if (isLoaded && changesSummary(event)) void load();
    }),
    office.onStatus(({ phase }) => {
      if (phase === 'online') void load();
    }),
    () => stopFrame?.(),
    () => asking.abort(),
  ];
  void load();
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
function changesSummary(event: ServerEvent): boolean {
  return event.type === 'run.updated' ? isOver(event.run.status) : event.type === 'stage.finished';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
