import type { DataSource } from 'typeorm';

/** Exclusive use of a database while the process runs. */
export interface DatabaseHold {
  /** Why the database must not be used at the moment, for `/readyz`; null if it may. */
  readonly problem: string | null;
  release(): void | Promise<void>;
}

/** The database in use; also the injection token. */
export abstract class OpenedDatabase {
  abstract readonly dataSource: DataSource;
  /** `sqlite (<path>)`, `postgres (<host>/<name>)` or `memory (<reason>)`. */
  abstract readonly store: string;
  /** The configured store could not be opened and is replaced by memory. */
  abstract readonly replaced: boolean;
  /** Null for a database in memory. */
  abstract readonly lock: DatabaseHold | null;
}
