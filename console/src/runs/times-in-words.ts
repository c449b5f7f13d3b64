import type { Run } from '#protocol/records/work.js';
import { runTimesOf } from '#protocol/rules/run-times.js';
import { duration } from '../app/format.js';

/** A wait for its turn that is worth a word, ms. */
const leastWaitMs = 1000;

/** `waited 3 min, worked 20 s`: what a run waited for its turn is no work. */
export function timesInWords(
  run: Pick<Run, 'createdAt' | 'endedAt' | 'stages' | 'status'>,
  now: number,
): string {
  const { waitedMs, workedMs } = runTimesOf(run, now);
  if (run.status === 'queued') return `waits for ${duration(waitedMs)}`;
  const waited = waitedMs >= leastWaitMs ? [`waited ${duration(waitedMs)}`] : [];
  const word = run.endedAt === null ? 'at work for' : 'worked';
  return [...waited, `${word} ${duration(workedMs)}`].join(', ');
}
