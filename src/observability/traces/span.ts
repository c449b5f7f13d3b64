/** Attributes; undefined values are left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A finished operation for a collector. */
export interface EndedSpan {
  readonly name: string;
  /** Null: its own trace. */
  readonly traceId: string | null;
  /** Null: not referenced by others. */
  readonly spanId: string | null;
  /** Null: the root of its trace. */
  readonly parentId: string | null;
  /** `client`: a request to another service. */
  readonly kind: 'internal' | 'client';
  /** Ms since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly failed: boolean;
  readonly attributes: Attributes;
}
