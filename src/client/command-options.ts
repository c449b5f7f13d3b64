import type { ApprovalScope } from '../protocol/records/enums.js';

export interface WaitOptions {
  readonly signal?: AbortSignal;
}

/** What may be said with the answer to an approval. */
export interface ApprovalWords {
  readonly reason?: string;
  /** How far a yes reaches; absent: once. */
  readonly scope?: ApprovalScope;
  /** Who answers, as they call themselves. */
  readonly by?: string;
}
