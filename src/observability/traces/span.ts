/** A value of an attribute; one that is undefined is left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Something that has ended, as a collector is told of it. */
export interface EndedSpan {
  readonly name: string;
  /** Null: a trace of its own. */
  readonly traceId: string | null;
  /** Null: nobody else refers to it. */
  readonly spanId: string | null;
  /** Null: the root of its trace. */
  readonly parentId: string | null;
  /** `client`: a request to somebody else. */
  readonly kind: 'internal' | 'client';
  /** Ms since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly failed: boolean;
  readonly attributes: Attributes;
}
