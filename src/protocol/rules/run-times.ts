import type { Run } from '../records/work.js';

/** How long a run waited for its turn and how long it was at work, ms. */
interface RunTimes {
  readonly waitedMs: number;
  readonly workedMs: number;
}

type Timed = Pick<Run, 'createdAt' | 'endedAt' | 'stages'>;

/** The times of a run until its end, or until now. Stages taken over from another run do not count. */
export function runTimesOf({ createdAt, endedAt, stages }: Timed, now: number): RunTimes {
  const begins = stages.flatMap(({ startedAt }) =>
    startedAt !== null && startedAt >= createdAt ? [startedAt] : [],
  );
  const end = endedAt ?? Math.max(now, createdAt);
  const begun = begins.reduce((first, at) => Math.min(first, at), end);
  return { waitedMs: begun - createdAt, workedMs: end - begun };
}
