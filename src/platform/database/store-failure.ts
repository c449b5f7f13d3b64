import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { messageOf } from '../errors/office-error.js';

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
const unreachableMessages = /connection terminated|timeout exceeded when trying to connect/i;

/** PostgreSQL's classes for a server that takes no connection: full, starting, shutting down. */
const unavailable = /^(?:08|53|57|58)[0-9A-Z]{3}$/;

/** PostgreSQL's classes for data that does not fit, broken constraints and broken statements. */
const postgresFaults = /^(?:22|23|42)[0-9A-Z]{3}$/;

/** The same of SQLite, whose constraints have a code each. */
const sqliteFaults = /^SQLITE_(?:CONSTRAINT.*|ERROR|MISMATCH|MISUSE|RANGE|TOOBIG)$/;

/** What SQLite's driver says once the file is closed; its other complaints of that kind are faults. */
const closed = /connection is not open/i;

/**
 * Whether the store failed rather than the code that used it: locked, full, read-only, out of
 * reach. What was tried may succeed later. A broken constraint or statement is a fault of the code.
 */
export function isStoreFailure(thrown: unknown): boolean {
  if (thrown instanceof QueryFailedError) return !isFaultOfCode(partsOf(thrown.driverError));
  if (isTakenAway(thrown)) return true;
  const { code, message } = partsOf(thrown);
  return unreachable.includes(code) || unavailable.test(code) || unreachableMessages.test(message);
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

/**
 * Why the store failed, in the driver's words. A connection that several addresses refused has a
 * code and no message.
 */
export function storeFailureReason(thrown: unknown): string {
  if (isTakenAway(thrown)) return 'the connection broke';
  const cause: unknown = thrown instanceof QueryFailedError ? thrown.driverError : thrown;
  return messageOf(cause) || partsOf(cause).code;
}

function isFaultOfCode({ name, code, message }: Parts): boolean {
  if (name === 'TypeError' || name === 'RangeError') return !closed.test(message);
  return postgresFaults.test(code) || sqliteFaults.test(code);
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
