/** How long a vendor may take, ms (behaviour-engine.md 3.7). */
export interface CallDeadlines {
  /** A call that is answered in one piece, and a model list. */
  readonly wholeMs: number;
  /** A streamed answer, all in all. */
  readonly streamMs: number;
  /** Between two pieces of a stream, and before the first one. */
  readonly idleMs: number;
}

export const callDeadlines: CallDeadlines = {
  wholeMs: 90_000,
  streamMs: 30 * 60_000,
  idleMs: 180_000,
};
