/** A fault injected into one completion. Frames are those of its stream. */
export type Fault =
  /** The vendor's 429, whatever the limits say. */
  | { readonly kind: 'rate-limit'; readonly retryMs: number }
  /** The vendor's 5xx. */
  | { readonly kind: 'server-error' }
  /** The vendor's way to say that it has no capacity (529, 503). */
  | { readonly kind: 'overloaded' }
  /** Answers late, and one frame at a time. */
  | { readonly kind: 'slow'; readonly firstMs: number; readonly betweenMs: number }
  /** The connection breaks. */
  | { readonly kind: 'cut'; readonly afterFrames: number }
  /** Falls silent with the connection open. */
  | { readonly kind: 'stall'; readonly afterFrames: number }
  /** Lines that are no events in between. */
  | { readonly kind: 'malformed'; readonly afterFrames: number }
  /** Ends without a finish reason and without a last word. */
  | { readonly kind: 'unfinished'; readonly afterFrames: number }
  /** A stream without any event. */
  | { readonly kind: 'empty-stream' }
  /** The error as an event of the stream. */
  | { readonly kind: 'error-in-stream'; readonly afterFrames: number }
  /** Asked for a stream, answers with JSON in one piece. */
  | { readonly kind: 'unstreamed' }
  /** Status 200, and the body is an error. */
  | { readonly kind: 'error-in-body' };

/** Faults after which nothing of an answer is sent. */
export type RefusingFault = Extract<Fault, { kind: 'rate-limit' | 'server-error' | 'overloaded' }>;

export function refuses(fault: Fault | undefined): fault is RefusingFault {
  return ['rate-limit', 'server-error', 'overloaded'].includes(fault?.kind ?? '');
}
