import { prefixBelow } from '../../journal/step-keys.js';
import type { RunSession } from '../../journal/run-session.js';

/**
 * Time during which a turn or a call had an open question to people, ms.
 * @param key step key of the turn or the call
 * @param now end of the time for questions that are still open
 */
export function waitedForPeople(
  { approvals }: Pick<RunSession, 'approvals'>,
  key: string,
  now = 0,
): number {
  const prefix = prefixBelow(key);
  const asked = [...approvals].filter(([step]) => step.startsWith(prefix));
  return covered(asked.map(([, { requestedAt, decidedAt }]) => [requestedAt, decidedAt ?? now]));
}

/** Total length of the union of the intervals. */
function covered(intervals: readonly (readonly [number, number])[]): number {
  let [length, until] = [0, -Infinity];
  for (const [from, to] of intervals.toSorted(([one], [other]) => one - other)) {
    length += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return length;
}
