import type { TurnRecord, UsageRecord } from '../records/work.js';

const bookedAs = 'is booked at what is estimated of it';

/** Note beside counts that the provider did not give; null if it gave all. */
export function guessedWords({ estimated, cutOff }: UsageRecord): string | null {
  if (cutOff === true) return `estimated: a call was cut off and ${bookedAs}`;
  return estimated === true ? 'estimated' : null;
}

/** Note about a whole run; counts only calls that were cut off. */
export function cutOffWords(turns: readonly Pick<TurnRecord, 'usage'>[]): string | null {
  const found = turns.filter(({ usage }) => usage.cutOff === true).length;
  if (found === 0) return null;
  return `In ${found} of ${turns.length} turns a call was cut off and ${bookedAs}.`;
}
