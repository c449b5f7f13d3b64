import { RefusedError, UnavailableError } from '../errors/office-error.js';

/** A forbidden fetch; nothing was sent to the host. The message gives the reason. */
export class FetchRefusedError extends RefusedError {}

/** The host is, or might be, inside the forbidden network. */
export class AddressRefusedError extends FetchRefusedError {}

/** Another protocol listens at the port. */
export class PortRefusedError extends AddressRefusedError {}

/** Too many redirects; the last one was not followed. */
export class RedirectRefusedError extends FetchRefusedError {
  constructor(
    readonly location: string,
    message: string,
  ) {
    super(message);
  }
}

/** The request was allowed but failed: no such host, no connection, timeout. */
export class FetchFailedError extends UnavailableError {}
