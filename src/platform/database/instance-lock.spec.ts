import { afterEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { DatabaseInUseError, InstanceLock } from './instance-lock.js';

/**
 * Script that takes the lock as the service does, reports the outcome, and holds it until it is
 * ended.
 */
const holder = `
  import Database from 'better-sqlite3';
  const connection = new Database(process.argv[1] + '.lock', { timeout: 0 });
  try {
    connection.pragma('journal_mode = MEMORY');
    connection.exec('BEGIN EXCLUSIVE');
    process.stdout.write('held');
  } catch (error) {
    process.stdout.write(error.code);
  }
  setInterval(() => {}, 1000);
`;

describe('InstanceLock', () => {
  const path = temporaryDirectory();
  const children: ChildProcess[] = [];

  afterEach(async () => {
    for (const child of children.splice(0)) await end(child);
  });

  /** Starts another process on the database; returns it with its first line of output. */
  async function another(database: string): Promise<{ child: ChildProcess; said: string }> {
    const args = ['--input-type=module', '--eval', holder, database];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    return { child, said: chunk.toString() };
  }

  it('refuses a file that another process holds, in words for the operator', async () => {
    const database = path('taken.sqlite');
    expect((await another(database)).said).toBe('held');
    expect(() => InstanceLock.take(database)).toThrow(DatabaseInUseError);
    expect(() => InstanceLock.take(database)).toThrow(
      `Another process of this service is using ${database}. Stop it first, or set OFFICE_DB to another file.`,
    );
  });

  it('keeps other processes out', async () => {
    const database = path('ours.sqlite');
    const lock = InstanceLock.take(database);
    expect((await another(database)).said).toBe('SQLITE_BUSY');
    lock.release();
    expect((await another(database)).said).toBe('held');
  });

  it('is free as soon as its holder is killed, with nothing to clean up', async () => {
    const database = path('killed.sqlite');
    const { child } = await another(database);
    await end(child);
    InstanceLock.take(database).release();
  });

  it('keeps the same process from opening the file twice', () => {
    const database = path('twice.sqlite');
    const lock = InstanceLock.take(database);
    expect(() => InstanceLock.take(database)).toThrow(DatabaseInUseError);
    lock.release();
    InstanceLock.take(database).release();
  });

  it('holds one file and no other', () => {
    const [first, second] = ['one.sqlite', 'two.sqlite'].map((name) =>
      InstanceLock.take(path(name)),
    );
    first?.release();
    second?.release();
  });

  it('leaves the database itself to whoever reads it', () => {
    const database = path('readable.sqlite');
    const lock = InstanceLock.take(database);
    const reader = new Database(database);
    expect(reader.prepare('SELECT 1 AS one').get()).toEqual({ one: 1 });
    reader.close();
    lock.release();
  });

  it('reports other errors unchanged', () => {
    expect(() => InstanceLock.take(path('no', 'such', 'directory', 'x.sqlite'))).toThrow(
      /directory/,
    );
  });
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
