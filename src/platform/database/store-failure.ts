import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { healthTexts } from '../../protocol/texts/process.js';
import { messageOf } from '../errors/error-text.js';
import { OfficeError, UnavailableError } from '../errors/office-error.js';

/** Thrown: so much waits for the store that no more is taken. */
export class StoreBusyError extends UnavailableError {
  constructor() {
    super(healthTexts.storeBusy);
  }
}

/** Codes of a database that cannot be reached; PostgreSQL's driver throws them as plain errors. */
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

/** Messages of the same without a code. */
const unreachableMessages =
  /connection terminated|timeout exceeded when trying to connect|not queryable|query read timeout/i;

/**
 * States of PostgreSQL that pass: connections (08), serialisation and deadlock (40), resources such
 * as disk and memory (53), a lock not to be had (55P03), a standby that only reads (25006), a
 * transaction that was idle or open for too long (25P03, 25P04), a server that ends, starts or cancels
 * (57, but not a dropped database), input and output (58030).
 */
const postgresTransient = /^(?:08...|40...|53...|57014|57P0[1235]|55P03|25006|25P0[34]|58030)$/;

/** The same of SQLite: locked, full, read-only, out of reach or out of memory. */
const sqliteTransient = /^SQLITE_(?:BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|PROTOCOL|NOMEM)/;

/** What SQLite's driver says, as a TypeError, once the file is closed. */
const closed = /connection is not open/i;

/**
 * Whether the store failed in a way that passes: locked, full, read-only, out of reach. What was
 * tried may succeed later. Everything else (a broken constraint or statement, a limit of the store,
 * an unknown error) would fail the same way each time and is not retried.
 */
export function isStoreFailure(thrown: unknown): boolean {
  if (thrown instanceof OfficeError) return thrown instanceof StoreBusyError;
  if (isTakenAway(thrown)) return true;
  return isTransient(partsOf(thrown instanceof QueryFailedError ? thrown.driverError : thrown));
}

/** A connection that breaks between two statements is taken from the transaction that uses it. */
function isTakenAway(thrown: unknown): boolean {
  return (
    thrown instanceof QueryRunnerAlreadyReleasedError ||
    thrown instanceof QueryRunnerProviderAlreadyReleasedError
  );
}

/** Whether a SQLite file could not be written because another connection has it locked. */
export function isLocked(thrown: unknown): boolean {
  if (!(thrown instanceof QueryFailedError)) return false;
  return partsOf(thrown.driverError).code.startsWith('SQLITE_BUSY');
}

/** Whether PostgreSQL refused the transaction since it and another wait for each other. */
export function isConflict(thrown: unknown): boolean {
  return serverCodeOf(thrown).startsWith('40');
}

/**
 * Whether PostgreSQL refused a statement only because another of its transaction had failed, or had
 * failed to be prepared.
 */
export function isFollowUp(thrown: unknown): boolean {
  return ['25P02', '26000'].includes(serverCodeOf(thrown));
}

function serverCodeOf(thrown: unknown): string {
  return thrown instanceof QueryFailedError ? partsOf(thrown.driverError).code : '';
}

/** What a client is told of a failure of the store. */
export function storeRefusal(thrown: unknown): string {
  return thrown instanceof StoreBusyError ? thrown.message : healthTexts.storeSilent;
}

/**
 * Why the store failed, in the driver's words. A connection that several addresses refused has a
 * code and no message.
 */
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
