/**
 * The closed set of kinds, which HTTP and the socket each map to their own form (docs/interface.md,
 * Errors).
 */
export type ErrorKind =
  'refused' | 'forbidden' | 'not-found' | 'too-large' | 'too-many' | 'unavailable';

/**
 * An error caused by a client, whose message is sent as it is. Anything else thrown is a fault of
 * the service.
 */
export abstract class OfficeError extends Error {
  abstract readonly kind: ErrorKind;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The request cannot be carried out; nothing has changed. */
export class RefusedError extends OfficeError {
  override readonly kind = 'refused';
  /** The field of the request that the message is about; undefined: it is about none. */
  readonly field: string | undefined;

  constructor(message: string, options?: ErrorOptions & { readonly field?: string }) {
    super(message, options);
    this.field = options?.field;
  }
}

/** Values that break rules; each rule is a sentence beside the message. */
export class BrokenRulesError extends RefusedError {
  constructor(
    message: string,
    readonly rules: readonly string[],
  ) {
    super(message);
  }
}

/** The target is already ended, decided or unknown: a race, not a failure. */
export class TooLateError extends RefusedError {}

/** The caller lacks permission: foreign origin, foreign host, missing token. */
export class ForbiddenError extends OfficeError {
  override readonly kind = 'forbidden';
}

/** The caller lacks a token, and its protocol requires a challenge (RFC 6750). */
export class ChallengedError extends ForbiddenError {
  /** @param challenge value of `WWW-Authenticate` */
  constructor(
    message: string,
    readonly challenge: string,
  ) {
    super(message);
  }
}

/** The requested record does not exist. */
export class NotFoundError extends OfficeError {
  override readonly kind = 'not-found';
}

/** The request is larger than the interface allows. */
export class TooLargeError extends OfficeError {
  override readonly kind = 'too-large';
}

/** The client has too many requests in progress. */
export class TooManyError extends OfficeError {
  override readonly kind = 'too-many';
}

/** The responsible part of the service is switched off or not running. */
export class UnavailableError extends OfficeError {
  override readonly kind = 'unavailable';
}
