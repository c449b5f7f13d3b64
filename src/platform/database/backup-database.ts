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

/** More pages than any database has: the copy is made in one step and is consistent. */
const everyPage = 0x7fff_ffff;

/**
 * Copies the SQLite database at `path` to `file`, even while the service uses it. The copy is a
 * consistent, checked file without a write-ahead log.
 * @throws if `file` exists or there is no database
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
 * Replaces the SQLite database at `path` by the backup `file`, in one transaction: an interrupted
 * restore changes nothing.
 * @throws if another process of the service has the database open, or if `file` is not a backup,
 * comes from a newer version, or is the database itself
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

/** True if both paths lead to the same file, for example through a link. */
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

/** Removes the history id: after a restore, events belong to a new history. */
function forgetHistory(file: string): void {
  const connection = new Database(file);
  try {
    const tables = connection.prepare(
      "SELECT name FROM sqlite_schema WHERE name = 'office_documents'",
    );
    // Databases of early versions have none.
    if (tables.get() === undefined) return;
    connection.prepare('DELETE FROM office_documents WHERE key = ?').run(historyKey);
  } finally {
    connection.close();
  }
}

/**
 * Ends write-ahead logging, so that the file is complete by itself and readable on a read-only
 * disk.
 */
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
