import type { ServerEvent } from '#protocol/events.js';
import { emptied, runAfter, type RunView } from './run-view.js';

/** A run at a moment of its past. */
export interface Replay {
  readonly run: RunView;
  /** Number of replayed events, and of all. */
  readonly told: number;
  readonly of: number;
  /** Time of the last replayed event, ms. */
  readonly at: number;
}

export const speeds = [1, 4, 16, 64] as const;
/** A replay begins at a speed at which it takes at most this long, ms. */
const comfortable = 60_000;
/** Maximum wait for a pause in the run, ms. */
const longestPause = 1500;
/** Events within this many ms on screen are one step. */
const stepMs = 4;

/** The slowest speed at which the whole run is comfortable to watch. */
export function speedFor({ createdAt, endedAt }: Pick<Replay['run'], 'createdAt' | 'endedAt'>) {
  const took = (endedAt ?? createdAt) - createdAt;
  return speeds.find((speed) => took / speed <= comfortable) ?? 64;
}

/** The next faster or slower speed; undefined: there is none. */
export function nextSpeed(speed: number, by: 1 | -1): number | undefined {
  const all: readonly number[] = speeds;
  return all[all.indexOf(speed) + by];
}

export function replayBegins(run: RunView, events: readonly ServerEvent[]): Replay {
  return { run: emptied(run), told: 0, of: events.length, at: run.createdAt };
}

/** True once all events are replayed. */
export function isReplayOver(replay: Replay | null): boolean {
  return replay !== null && replay.told >= replay.of;
}

/** Wait before the next step at this speed, ms. */
export function waitBefore({ told }: Replay, events: readonly ServerEvent[], speed: number) {
  const next = events[told]?.at ?? 0;
  const pause = next - (events[told - 1]?.at ?? next);
  return Math.min(longestPause, Math.max(0, pause) / speed);
}

/** The replay after its next step: all events of the same instant at this speed. */
export function replayStep(
  { run, told, of, at }: Replay,
  events: readonly ServerEvent[],
  speed: number,
): Replay {
  const first = events[told]?.at ?? 0;
  let next = told + 1;
  while (next < events.length && (events[next]?.at ?? 0) - first < stepMs * speed) next++;
  const step = events.slice(told, next);
  return { run: step.reduce(runAfter, run), told: next, of, at: step.at(-1)?.at ?? at };
}

/** The replay as it is after this many events. */
export function replayTo(run: RunView, events: readonly ServerEvent[], told: number): Replay {
  const begun = replayBegins(run, events);
  const past = events.slice(0, told);
  return {
    ...begun,
    run: past.reduce(runAfter, begun.run),
    told: past.length,
    at: past.at(-1)?.at ?? begun.at,
  };
}
