import { useEffect, useState } from 'react';
import type { ServerEvent } from '#protocol/events.js';
import { useOffice } from '../app/office-context.js';
import { replayBegins, replayStep, waitBefore, type Replay } from './replay.js';
import type { RunView } from './run-view.js';

export interface ReplayState {
  /** Null until the events are loaded. */
  readonly replay: Replay | null;
  /** The reason why they cannot be loaded. */
  readonly error: string | null;
}

const nothing: ReplayState = { replay: null, error: null };

/** Replays a stored run from its beginning, at this multiple of its speed, while on. */
export function useReplay(view: RunView | null, isOn: boolean, speed: number): ReplayState {
  const office = useOffice();
  const [events, setEvents] = useState<readonly ServerEvent[] | null>(null);
  const [state, setState] = useState<ReplayState>(nothing);
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
    if (replay.told >= events.length) return;
    const step = () => setState({ replay: replayStep(replay, events, speed), error: null });
    const timer = setTimeout(step, waitBefore(replay, events, speed));
    return () => clearTimeout(timer);
  }, [events, state, speed, view]);
  return isOn ? state : nothing;
}
