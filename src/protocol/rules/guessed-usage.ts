import type { TurnRecord, UsageRecord } from '../records/work.js';

const bookedAs = 'is booked at what is estimated of it';

/** What is said beside counts that the vendor did not give; null where it gave all. */
export function guessedWords({ estimated, cutOff }: UsageRecord): string | null {
  if (cutOff === true) return `estimated: a call was cut off and ${bookedAs}`;
  return estimated === true ? 'estimated' : null;
}

/** The same of a whole run, as a sentence: only calls that were cut off are told. */
export function cutOffWords(turns: readonly Pick<TurnRecord, 'usage'>[]): string | null {
  const found = turns.filter(({ usage }) => usage.cutOff === true).length;
  if (found === 0) return null;
  return `In ${found} of ${turns.length} turns a call was cut off and ${bookedAs}.`;
}
