/** How long a vendor may take, ms. */
export interface CallDeadlines {
  /** A call that is answered in one piece, and a model list. */
  readonly wholeMs: number;
  /** A streamed answer, all in all, also one of comments alone. */
  readonly streamMs: number;
  /** Between two signs of life of a stream, comments among them, and before the first one. */
  readonly idleMs: number;
  /** Behind the end that a stream tells, until it ends. */
  readonly settleMs: number;
}

export const callDeadlines: CallDeadlines = {
  wholeMs: 90_000,
  streamMs: 30 * 60_000,
  idleMs: 180_000,
  settleMs: 10_000,
};
