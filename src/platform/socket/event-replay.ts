import type { NumberedFrame } from './socket-peer.js';

/** Source of missed events: a port that the event log implements. */
export abstract class EventReplay {
  /** The last number given out. */
  abstract lastSeq(): Promise<number>;

  /** True if a replay after this number would be complete. */
  abstract reaches(seq: number): Promise<boolean>;

  /** Bytes after the number, as running totals, one per portion read. */
  abstract bytesAfter(seq: number): AsyncIterable<number>;

  /** Events after the number, oldest first, in pages. Throws if some were deleted meanwhile. */
  abstract after(seq: number): AsyncIterable<readonly NumberedFrame[]>;
}

/** The number in `/ws?since=`; null if it is absent, invalid, or belongs to another history. */
export function readSince(query: URLSearchParams, historyId: string): number | null {
  if ((query.get('history') ?? historyId) !== historyId) return null;
  const since = query.get('since') ?? '';
  return /^\d{1,15}$/.test(since) ? Number(since) : null;
}
