/**
 * `answered`: with an error; `refused`: the server did not take it, nothing was done; `lost`: the
 * connection ended under way; `other`: it took too long, was cancelled, or could not be read.
 */
export type FailureKind = 'answered' | 'refused' | 'lost' | 'other';

/** A request to a server that did not succeed. The message says which, where and why. */
export class McpRequestError extends Error {
  /** @param code of the server's error answer; null when there was none */
  constructor(
    message: string,
    readonly kind: FailureKind,
    readonly code: number | null = null,
  ) {
    super(message);
    this.name = 'McpRequestError';
  }
}
