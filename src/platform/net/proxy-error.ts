/** A request failed at a proxy; the message names both hosts. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';

  constructor(
    message: string,
    /** Code of the underlying error. */
    readonly code?: unknown,
    /** True: the proxy refuses this request and would do so again. */
    readonly refuses = false,
  ) {
    super(message);
  }
}
