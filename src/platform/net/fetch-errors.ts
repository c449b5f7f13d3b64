import { RefusedError, UnavailableError } from '../errors/office-error.js';

/** A fetch that was not allowed: nothing was sent to the host. The message says why. */
export class FetchRefusedError extends RefusedError {}

/** The host is, or could lead to, something that is not for the one who asks. */
export class AddressRefusedError extends FetchRefusedError {}

/** One redirect too many; it was not followed. */
export class RedirectRefusedError extends FetchRefusedError {
  constructor(
    readonly location: string,
    message: string,
  ) {
    super(message);
  }
}

/** The request was allowed and did not come to an answer: no such host, no connection, no time. */
export class FetchFailedError extends UnavailableError {}
