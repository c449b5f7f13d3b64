import type { DataSource } from 'typeorm';
import type { InstanceLock } from './instance-lock.js';

/** The database in use; also the injection token. */
export abstract class OpenedDatabase {
  abstract readonly dataSource: DataSource;
  /** `sqlite (<path>)`, `postgres (<host>/<name>)` or `memory (<reason>)`. */
  abstract readonly store: string;
  /** The configured store could not be opened, and memory stands in for it. */
  abstract readonly replaced: boolean;
  /** Held while a SQLite file is ours; null for the others. */
  abstract readonly lock: InstanceLock | null;
}
