import type { NumberedFrame } from './socket-peer.js';

/** Where missed events come from: a port that the event log fills. */
export abstract class EventReplay {
  /** The last number given out. */
  abstract lastSeq(): Promise<number>;

  /** Whether a replay after this number would be complete. */
  abstract reaches(seq: number): Promise<boolean>;

  /** How many bytes follow the number: the sum so far, after each portion that was looked at. */
  abstract bytesAfter(seq: number): AsyncIterable<number>;

  /** Events after the number, oldest first, in pages. Throws when some of them were deleted meanwhile. */
  abstract after(seq: number): AsyncIterable<readonly NumberedFrame[]>;
}

/**
 * The number in `/ws?since=`; null when it is absent or no event number, or belongs to another history
 * than this one.
 */
export function readSince(query: URLSearchParams, historyId: string): number | null {
  if ((query.get('history') ?? historyId) !== historyId) return null;
  const since = query.get('since') ?? '';
  return /^\d{1,15}$/.test(since) ? Number(since) : null;
}
