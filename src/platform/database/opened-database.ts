import type { DataSource } from 'typeorm';

/** What a process holds for as long as it uses a database. */
export interface DatabaseHold {
  /** Why the database is not to be used at the moment, for `/readyz`; null when it is. */
  readonly problem: string | null;
  release(): void | Promise<void>;
}

/** The database in use; also the injection token. */
export abstract class OpenedDatabase {
  abstract readonly dataSource: DataSource;
  /** `sqlite (<path>)`, `postgres (<host>/<name>)` or `memory (<reason>)`. */
  abstract readonly store: string;
  /** The configured store could not be opened, and memory stands in for it. */
  abstract readonly replaced: boolean;
  /** Null in memory. */
  abstract readonly lock: DatabaseHold | null;
}
