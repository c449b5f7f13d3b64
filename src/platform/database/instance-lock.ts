import Database from 'better-sqlite3';
import { processTexts } from '../../protocol/texts/process.js';
import type { DatabaseHold } from './opened-database.js';

/**
 * Keeps two processes from serving one SQLite file. The lock is an open transaction on a small file
 * beside it: the operating system releases it when the process dies, so there are no stale locks.
 */
export class InstanceLock implements DatabaseHold {
  readonly problem = null;

  private constructor(private readonly connection: Database.Database) {}

  /**
   * Takes the lock. @throws DatabaseInUseError, with a message for the operator, if another process
   * holds it
   */
  static take(databasePath: string): InstanceLock {
    const connection = new Database(`${databasePath}.lock`, { timeout: 0 });
    try {
      connection.pragma('journal_mode = MEMORY');
      connection.exec('BEGIN EXCLUSIVE');
      return new InstanceLock(connection);
    } catch (thrown) {
      connection.close();
      if (isBusy(thrown)) throw new DatabaseInUseError(databasePath);
      throw thrown;
    }
  }

  release(): void {
    this.connection.close();
  }
}

/** Thrown at boot: another process of the service has this file open. */
export class DatabaseInUseError extends Error {
  constructor(readonly databasePath: string) {
    super(processTexts.databaseInUse(databasePath));
    this.name = 'DatabaseInUseError';
  }
}

/** Tested by code, because error classes differ between realms. */
function isBusy(thrown: unknown): boolean {
  const { code } = (thrown ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY');
}
