import Database from 'better-sqlite3';
import { existsSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { commandTexts } from '../../protocol/texts/process.js';
import { messageOf } from '../errors/error-text.js';
import { makeDirectory } from '../paths/make-directory.js';
import { historyKey } from './history.js';
import { InstanceLock } from './instance-lock.js';
import { refuseNewerFile } from './known-migrations.js';

/** More than a database can have: the copy is made in one step, which sees one state of the source. */
const everyPage = 0x7fff_ffff;

/**
 * Copies the SQLite database at `path` to `file`, also while the service uses it: the copy is its
 * state at one moment between two commits, checked, and a whole file without a write-ahead log.
 * @throws when `file` exists, or there is nothing to copy
 */
export async function backUpDatabase(path: string, file: string): Promise<void> {
  if (!existsSync(path)) throw new Error(commandTexts.noDatabase(path));
  if (existsSync(file)) throw new Error(commandTexts.backupExists(file));
  const draft = `${file}.part`;
  await rm(draft, { force: true });
  try {
    await copy(path, draft);
    forgetHistory(draft);
    closeLog(draft);
    checkBackup(draft);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Replaces the contents of the SQLite database at `path` by those of `file`, in one transaction: a
 * restore that is cut off changes nothing.
 * @throws when another process of the service has the database open, `file` is no backup, one of a
 * newer version, or the database itself
 */
export async function restoreDatabase(file: string, path: string): Promise<void> {
  if (!existsSync(file)) throw new Error(commandTexts.noDatabase(file));
  if (isSameFile(file, path)) throw new Error(commandTexts.restoreFromItself(file));
  checkBackup(file);
  refuseNewerFile(file);
  await makeDirectory(dirname(path));
  const lock = InstanceLock.take(path);
  try {
    await copy(file, path);
    forgetHistory(path);
  } finally {
    lock.release();
  }
}

/** Under whatever names: a link leads to the same file. */
function isSameFile(file: string, path: string): boolean {
  const [one, other] = [file, path].map((name) => statSync(name, { throwIfNoEntry: false }));
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino;
}

async function copy(from: string, to: string): Promise<void> {
  const source = new Database(from, { readonly: true, fileMustExist: true });
  try {
    await source.backup(to, { progress: () => everyPage });
  } finally {
    source.close();
  }
}

/** Where it is put back, what happens from then on is another history. */
function forgetHistory(file: string): void {
  const connection = new Database(file);
  try {
    const tables = connection.prepare(
      "SELECT name FROM sqlite_schema WHERE name = 'office_documents'",
    );
    // One of an early version has none.
    if (tables.get() === undefined) return;
    connection.prepare('DELETE FROM office_documents WHERE key = ?').run(historyKey);
  } finally {
    connection.close();
  }
}

/** A file in this mode is complete by itself, and can be read where nothing can be written. */
function closeLog(file: string): void {
  const connection = new Database(file);
  try {
    connection.pragma('journal_mode = DELETE');
  } finally {
    connection.close();
  }
}

function checkBackup(file: string): void {
  const problem = problemOf(file);
  if (problem !== null) throw new Error(commandTexts.noBackup(file, problem));
}

function problemOf(file: string): string | null {
  if (!statSync(file).isFile()) return commandTexts.noFile;
  const connection = new Database(file, { readonly: true });
  try {
    const found = connection.pragma('integrity_check(1)', { simple: true });
    if (found !== 'ok') return String(found);
    const tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'");
    const names = tables.pluck().all();
    const isOffice = names.includes('migrations') && names.includes('event_counter');
    return isOffice ? null : commandTexts.noOfficeTables;
  } catch (thrown) {
    return messageOf(thrown);
  } finally {
    connection.close();
  }
}
