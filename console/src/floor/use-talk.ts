import { useEffect, useMemo, useState } from 'react';
import { talkOf, type Said, type Talk } from './talk.js';

/** Who talks to whom; the arguments are those of `useSaidNow`. */
export function useTalk(
  said: readonly Said[],
  moment: number | null,
  lastsMs: number,
): Talk | null {
  const now = useSaidNow(said, moment, lastsMs);
  return useMemo(() => talkOf(said, now, lastsMs), [said, now, lastsMs]);
}

/**
 * The time to which the last words are recent or not, ms; it changes only when they come or are
 * over.
 * @param moment the moment that a replay has reached, ms; null: the present
 * @param lastsMs how long words are recent
 */
export function useSaidNow(said: readonly Said[], moment: number | null, lastsMs: number): number {
  const latest = said.at(-1)?.at ?? 0;
  /** Time of the last words that are over. */
  const [over, setOver] = useState(() => Date.now() - lastsMs);
  useEffect(() => {
    const timer = setTimeout(() => setOver(latest), latest + lastsMs - Date.now());
    return () => clearTimeout(timer);
  }, [latest, lastsMs]);
  return moment ?? (latest > over ? latest : Infinity);
}
