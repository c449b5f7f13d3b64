/** Time limits of a provider, ms. */
export interface CallDeadlines {
  /** An unstreamed call, or a model list. */
  readonly wholeMs: number;
  /** A streamed answer in total, even if only comments arrive. */
  readonly streamMs: number;
  /** Between two signs of life of a stream, including comments, and before the first. */
  readonly idleMs: number;
  /** After the reported end of a stream until it closes. */
  readonly settleMs: number;
}

export const callDeadlines: CallDeadlines = {
  wholeMs: 90_000,
  streamMs: 30 * 60_000,
  idleMs: 180_000,
  settleMs: 10_000,
};
