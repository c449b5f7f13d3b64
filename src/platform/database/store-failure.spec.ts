import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import Database from 'better-sqlite3';
import { DataSource, QueryFailedError } from 'typeorm';
import { describeOnPostgres } from '#test/runs/support/describe-on-postgres.js';
import { openStore } from '#test/runs/support/open-store.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { isStoreFailure } from './store-failure.js';

/** What the work throws. */
async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => {
      throw new Error('nothing was thrown');
    },
    (thrown: unknown) => thrown,
  );
}

function withCode(code: string, message = 'oops'): Error {
  return Object.assign(new Error(message), { code });
}

function queryFailed(cause: Error): QueryFailedError {
  return new QueryFailedError('UPDATE t SET a = 1', [], cause);
}

describe('a store that failed', () => {
  it.each([
    'SQLITE_BUSY',
    'SQLITE_FULL',
    'SQLITE_READONLY',
    'SQLITE_IOERR_WRITE',
    'SQLITE_CANTOPEN',
    'SQLITE_LOCKED_SHAREDCACHE',
    'SQLITE_NOMEM',
    '08006',
    '25006',
    '25P03',
    '25P04',
    '40001',
    '40P01',
    '53100',
    '53300',
    '55P03',
    '57014',
    '57P01',
    '58030',
  ])('a statement that ended with %s may succeed later', (code) => {
    expect(isStoreFailure(queryFailed(withCode(code)))).toBe(true);
  });

  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', '57P03', '53300', '08006'])(
    'a connection refused with %s may come later',
    (code) => {
      expect(isStoreFailure(withCode(code))).toBe(true);
    },
  );

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Query read timeout',
  ])('is also told by words alone: %s', (message) => {
    expect(isStoreFailure(new Error(message))).toBe(true);
    expect(isStoreFailure(queryFailed(new Error(message)))).toBe(true);
  });
});

describe('a fault of the code', () => {
  it.each([
    'SQLITE_CONSTRAINT_PRIMARYKEY',
    'SQLITE_CONSTRAINT',
    'SQLITE_ERROR',
    'SQLITE_MISMATCH',
    'SQLITE_RANGE',
    '22021',
    '23505',
    '42601',
    '42P01',
    'SQLITE_CORRUPT',
    'SQLITE_NOTADB',
    '0A000',
    '54000',
    '57P04',
    'P0001',
    'XX000',
    '',
  ])('is a statement that ended with %s', (code) => {
    expect(isStoreFailure(queryFailed(withCode(code)))).toBe(false);
  });

  it.each([
    ['an error', new Error('oops')],
    ['a slip of the pen', new TypeError('x is not a function')],
    ['a missing file', withCode('ENOENT')],
    ['a text', 'connection terminated'],
    ['nothing', null],
  ])('is anything else: %s', (_, thrown) => {
    expect(isStoreFailure(thrown)).toBe(false);
  });
});

describe('what SQLite throws in earnest', () => {
  const opened = openStore('sqlite');
  const path = temporaryDirectory();
  const query = (text: string, parameters: unknown[] = []) =>
    thrownBy(opened().dataSource.query(text, parameters));

  it.each([
    ['an unknown table', 'SELECT * FROM nowhere', []],
    ['a broken statement', 'SELEKT 1', []],
    ['a row that exists', 'INSERT INTO event_counter (id, last) VALUES (1, 0)', []],
    ['a parameter that cannot be bound', 'SELECT ?', [{}]],
    ['too few parameters', 'SELECT ?, ?', [1]],
  ])('is a fault of the code: %s', async (_, text, parameters) => {
    expect(isStoreFailure(await query(text, parameters))).toBe(false);
  });

  it('is a failure of the store when another process holds the lock', async () => {
    const file = path('locked.sqlite');
    const holder = new Database(file);
    holder.exec('BEGIN EXCLUSIVE');
    const waiting = new DataSource({ type: 'better-sqlite3', database: file, timeout: 0 });
    await waiting.initialize();
    expect(isStoreFailure(await thrownBy(waiting.query('BEGIN IMMEDIATE')))).toBe(true);
    await waiting.destroy();
    holder.close();
  });

  it('is a failure of the store when the file was closed', async () => {
    const connection = new Database(':memory:');
    connection.close();
    const thrown = await thrownBy(Promise.resolve().then(() => connection.prepare('SELECT 1')));
    expect(isStoreFailure(queryFailed(thrown as Error))).toBe(true);
  });
});

describeOnPostgres('what PostgreSQL throws in earnest', (url) => {
  const opened = openStore(url);
  const query = (text: string) => thrownBy(opened().dataSource.query(text));

  it.each([
    ['an unknown table', 'SELECT * FROM nowhere'],
    ['a broken statement', 'SELEKT 1'],
    ['a row that exists', 'INSERT INTO event_counter (id, last) VALUES (1, 0)'],
    ['a raised exception', "DO $$ BEGIN RAISE EXCEPTION 'no'; END $$"],
    [
      'a key beyond the limit of an index',
      // Random, because the server compresses repetitive data.
      `INSERT INTO journal_steps (run_id, key, state, at) VALUES ('r', '${randomBytes(6000).toString('base64')}', 'started', 0)`,
    ],
    ['a value that does not fit', "UPDATE event_counter SET last = 'text' WHERE id = 1"],
  ])('is a fault of the code: %s', async (_, text) => {
    expect(isStoreFailure(await query(text))).toBe(false);
  });

  it('is a failure of the store when the server ends the connection', async () => {
    expect(isStoreFailure(await query('SELECT pg_terminate_backend(pg_backend_pid())'))).toBe(true);
  });

  it('is a failure of the store when the connection is refused', async () => {
    const nobody = new DataSource({ type: 'postgres', url: 'postgres://postgres@127.0.0.1:1/x' });
    expect(isStoreFailure(await thrownBy(nobody.initialize()))).toBe(true);
  });
});
