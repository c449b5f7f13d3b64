import type { Approval, Run } from '#protocol/records/work.js';
import { runTimesOf } from '#protocol/rules/run-times.js';
import { duration } from '../app/format.js';

/** A wait that is worth a word, ms. */
const leastWaitMs = 1000;

type Asked = Pick<Approval, 'requestedAt' | 'decidedAt'>;

/**
 * `waited 3 min, worked 20 s, 6 min of it waiting for people`: waiting for its turn is not work.
 * @param asked questions to people; absent: unknown, so work and waiting are not told apart
 */
export function timesInWords(
  run: Pick<Run, 'createdAt' | 'endedAt' | 'stages' | 'status'>,
  now: number,
  asked?: readonly Asked[],
): string {
  const { waitedMs, workedMs } = runTimesOf(run, now);
  if (run.status === 'queued') return `waits for ${duration(waitedMs)}`;
  const waited = waitedMs >= leastWaitMs ? [`waited ${duration(waitedMs)}`] : [];
  if (asked === undefined) {
    const word = run.endedAt === null ? 'under way for' : 'took';
    return [...waited, `${word} ${duration(workedMs)}`].join(', ');
  }
  const word = run.endedAt === null ? 'at work for' : 'worked';
  const forPeopleMs = waitedForPeople(asked, run.endedAt ?? now);
  const forPeople =
    forPeopleMs >= leastWaitMs ? [`${duration(forPeopleMs)} of it waiting for people`] : [];
  return [...waited, `${word} ${duration(workedMs)}`, ...forPeople].join(', ');
}

/** Time that something waited for answers, ms; questions after the end of the run do not count. */
function waitedForPeople(asked: readonly Asked[], end: number): number {
  const inOrder = asked.toSorted((one, other) => one.requestedAt - other.requestedAt);
  let sum = 0;
  let until = 0;
  for (const { requestedAt, decidedAt } of inOrder) {
    const answered = Math.min(decidedAt ?? end, end);
    sum += Math.max(0, answered - Math.max(requestedAt, until));
    until = Math.max(until, answered);
  }
  return sum;
}
