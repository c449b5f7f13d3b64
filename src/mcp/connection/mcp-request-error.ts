/**
 * `answered`: with an error; `refused`: not accepted, nothing was done; `lost`: the connection
 * ended during the request; `other`: timeout, cancellation, or unreadable.
 */
export type FailureKind = 'answered' | 'refused' | 'lost' | 'other';

/** A failed request to a server. The message says which, where and why. */
export class McpRequestError extends Error {
  /** @param code code of the server's error answer; null without one */
  constructor(
    message: string,
    readonly kind: FailureKind,
    readonly code: number | null = null,
  ) {
    super(message);
    this.name = 'McpRequestError';
  }
}
