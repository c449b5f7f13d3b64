import type { ApprovalScope } from '../protocol/records/enums.js';

export interface WaitOptions {
  readonly signal?: AbortSignal;
}

/** Additions to the answer to an approval. */
export interface ApprovalWords {
  readonly reason?: string;
  /** Scope of a yes; absent: once. */
  readonly scope?: ApprovalScope;
  /** Name of the person who answers. */
  readonly by?: string;
}
