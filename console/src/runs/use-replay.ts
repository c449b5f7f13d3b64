import { useCallback, useEffect, useState } from 'react';
import type { ServerEvent } from '#protocol/events.js';
import { useOffice } from '../app/office-context.js';
import { replayBegins, replayStep, replayTo, waitBefore, type Replay } from './replay.js';
import type { RunView } from './run-view.js';

interface Loaded {
  /** Null until the events are loaded. */
  readonly replay: Replay | null;
  /** The reason why they cannot be loaded. */
  readonly error: string | null;
}

export interface ReplayState extends Loaded {
  /** Shows the run as it was after this many events. */
  readonly seek: (told: number) => void;
}

export interface ReplayMode {
  readonly isOn: boolean;
  readonly isPaused: boolean;
  /** Multiple of the run's own speed. */
  readonly speed: number;
}

const nothing: Loaded = { replay: null, error: null };

/** Replays a stored run from its beginning while on. */
export function useReplay(
  view: RunView | null,
  { isOn, isPaused, speed }: ReplayMode,
): ReplayState {
  const office = useOffice();
  const [events, setEvents] = useState<readonly ServerEvent[] | null>(null);
  const [state, setState] = useState<Loaded>(nothing);
  const id = view?.id;
  useEffect(() => {
    if (!isOn || id === undefined) return;
    const abort = new AbortController();
    office.storedEvents(id, { signal: abort.signal }).then(setEvents, (thrown: unknown) => {
      if (abort.signal.aborted) return;
      const error = thrown instanceof Error ? thrown.message : String(thrown);
      setState({ replay: null, error });
    });
    return () => {
      abort.abort();
      setState(nothing);
      setEvents(null);
    };
  }, [office, id, isOn]);
  useEffect(() => {
    if (events === null || view === null) return;
    const replay = state.replay ?? replayBegins(view, events);
    if (replay.told >= events.length || (isPaused && state.replay !== null)) return;
    const step = () => setState({ replay: replayStep(replay, events, speed), error: null });
    const timer = setTimeout(step, waitBefore(replay, events, speed));
    return () => clearTimeout(timer);
  }, [events, state, speed, isPaused, view]);
  const seek = useCallback(
    (told: number) => {
      if (events === null || view === null) return;
      setState({ replay: replayTo(view, events, told), error: null });
    },
    [events, view],
  );
  return { ...(isOn ? state : nothing), seek };
}
