/**
 * What went wrong, in a closed set that HTTP and socket each map to their own form
 * (docs/interface.md, Errors).
 */
export type ErrorKind =
  'refused' | 'forbidden' | 'not-found' | 'too-large' | 'too-many' | 'unavailable';

/**
 * An outcome that a client caused and may read: its message goes to the wire as it stands.
 * Anything thrown that is not an OfficeError is a fault of the service.
 */
export abstract class OfficeError extends Error {
  abstract readonly kind: ErrorKind;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The request cannot be carried out as it stands; nothing has changed. */
export class RefusedError extends OfficeError {
  override readonly kind = 'refused';
}

/** Values that break rules; the rules are told beside the message, one sentence each. */
export class BrokenRulesError extends RefusedError {
  constructor(
    message: string,
    readonly rules: readonly string[],
  ) {
    super(message);
  }
}

/** What was to be stopped or answered is over, decided or unknown: a race, and no failure. */
export class TooLateError extends RefusedError {}

/** The caller may not do this at all: foreign origin, foreign host, missing token. */
export class ForbiddenError extends OfficeError {
  override readonly kind = 'forbidden';
}

/** What was asked to be read does not exist. */
export class NotFoundError extends OfficeError {
  override readonly kind = 'not-found';
}

/** The request is larger than the interface allows. */
export class TooLargeError extends OfficeError {
  override readonly kind = 'too-large';
}

/** The client has as much under way as it may have. */
export class TooManyError extends OfficeError {
  override readonly kind = 'too-many';
}

/** The part of the service that would answer is switched off or not running. */
export class UnavailableError extends OfficeError {
  override readonly kind = 'unavailable';
}
