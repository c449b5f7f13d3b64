/** A fault injected into one completion. Frames are those of its stream. */
export type Fault =
  /** The provider's 429, independent of the limits. */
  | { readonly kind: 'rate-limit'; readonly retryMs: number }
  /** The provider's 5xx. */
  | { readonly kind: 'server-error' }
  /** The provider's error for missing capacity (529, 503). */
  | { readonly kind: 'overloaded' }
  /** Answers late, one frame at a time. */
  | { readonly kind: 'slow'; readonly firstMs: number; readonly betweenMs: number }
  /** Breaks the connection. */
  | { readonly kind: 'cut'; readonly afterFrames: number }
  /** Stops sending with the connection open. */
  | { readonly kind: 'stall'; readonly afterFrames: number }
  /** Inserts lines that are no events. */
  | { readonly kind: 'malformed'; readonly afterFrames: number }
  /** Ends without a finish reason and final event. */
  | { readonly kind: 'unfinished'; readonly afterFrames: number }
  /** A stream without events. */
  | { readonly kind: 'empty-stream' }
  /** Sends the error as an event of the stream. */
  | { readonly kind: 'error-in-stream'; readonly afterFrames: number }
  /** Answers a streamed request with JSON. */
  | { readonly kind: 'unstreamed' }
  /** Status 200 with an error as its body. */
  | { readonly kind: 'error-in-body' };

/** Faults after which no part of an answer is sent. */
export type RefusingFault = Extract<Fault, { kind: 'rate-limit' | 'server-error' | 'overloaded' }>;

export function refuses(fault: Fault | undefined): fault is RefusingFault {
  return ['rate-limit', 'server-error', 'overloaded'].includes(fault?.kind ?? '');
}
