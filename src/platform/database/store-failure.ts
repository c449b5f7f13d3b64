import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { healthTexts } from '../../protocol/texts/process.js';
import { messageOf } from '../errors/error-text.js';
import { OfficeError, UnavailableError } from '../errors/office-error.js';

/** Thrown: too many requests wait for the store. */
export class StoreBusyError extends UnavailableError {
  constructor() {
    super(healthTexts.storeBusy);
  }
}

/** Codes of an unreachable database; PostgreSQL's driver throws them as plain errors. */
const unreachable = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
];

/** Messages of an unreachable database that come without a code. */
const unreachableMessages =
  /connection terminated|timeout exceeded when trying to connect|not queryable|query read timeout/i;

/**
 * Transient PostgreSQL states: connections (08), serialisation and deadlock (40), resources such as
 * disk and memory (53), lock unavailable (55P03), read-only standby (25006), transaction idle or
 * open too long (25P03, 25P04), server shutdown, start and cancellation (57, but not a dropped
 * database), input and output (58030).
 */
const postgresTransient = /^(?:08...|40...|53...|57014|57P0[1235]|55P03|25006|25P0[34]|58030)$/;

/** Transient SQLite codes: locked, full, read-only, unreachable or out of memory. */
const sqliteTransient = /^SQLITE_(?:BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|PROTOCOL|NOMEM)/;

/** Message of the SQLite driver's TypeError once the file is closed. */
const closed = /connection is not open/i;

/**
 * True if the store failed transiently: locked, full, read-only or unreachable. A retry may
 * succeed. Anything else (a broken constraint or statement, a limit of the store, an unknown error)
 * would fail again and is not retried.
 */
export function isStoreFailure(thrown: unknown): boolean {
  if (thrown instanceof OfficeError) return thrown instanceof StoreBusyError;
  if (isTakenAway(thrown)) return true;
  return isTransient(partsOf(thrown instanceof QueryFailedError ? thrown.driverError : thrown));
}

/** The connection broke between two statements of a transaction. */
function isTakenAway(thrown: unknown): boolean {
  return (
    thrown instanceof QueryRunnerAlreadyReleasedError ||
    thrown instanceof QueryRunnerProviderAlreadyReleasedError
  );
}

/** True if another connection has the SQLite file locked. */
export function isLocked(thrown: unknown): boolean {
  if (!(thrown instanceof QueryFailedError)) return false;
  return partsOf(thrown.driverError).code.startsWith('SQLITE_BUSY');
}

/** True if PostgreSQL refused the transaction because of a deadlock or a serialisation failure. */
export function isConflict(thrown: unknown): boolean {
  return serverCodeOf(thrown).startsWith('40');
}

/**
 * True if PostgreSQL refused a statement only because an earlier one of the transaction had failed.
 */
export function isFollowUp(thrown: unknown): boolean {
  return ['25P02', '26000'].includes(serverCodeOf(thrown));
}

function serverCodeOf(thrown: unknown): string {
  return thrown instanceof QueryFailedError ? partsOf(thrown.driverError).code : '';
}

/** The message for clients about a failure of the store. */
export function storeRefusal(thrown: unknown): string {
  return thrown instanceof StoreBusyError ? thrown.message : healthTexts.storeSilent;
}

/** The driver's reason for the failure. An error of several addresses has a code but no message. */
export function storeFailureReason(thrown: unknown): string {
  if (isTakenAway(thrown)) return 'the connection broke';
  const cause: unknown = thrown instanceof QueryFailedError ? thrown.driverError : thrown;
  return messageOf(cause) || partsOf(cause).code;
}

function isTransient({ name, code, message }: Parts): boolean {
  if (name === 'TypeError' || name === 'RangeError') return closed.test(message);
  return (
    unreachable.includes(code) ||
    postgresTransient.test(code) ||
    sqliteTransient.test(code) ||
    unreachableMessages.test(message)
  );
}

interface Parts {
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

function partsOf(thrown: unknown): Parts {
  const { name, code, message } = (thrown ?? {}) as Readonly<Record<string, unknown>>;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return { name: text(name), code: text(code), message: text(message) };
}
