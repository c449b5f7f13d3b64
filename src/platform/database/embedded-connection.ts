import type Database from 'better-sqlite3';
import {
  type DataSource,
  type EntityManager,
  QueryFailedError,
  QueryResult,
  type QueryRunner,
} from 'typeorm';

/** A row as the driver returns it, by column name. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * Longer than any transaction, ms; a transaction that waits for a read outside it would deadlock.
 */
const longestWaitMs = 10_000;

/** More than the number of fixed statements; those with lists of varying length come and go. */
const mostPrepared = 500;

/**
 * The SQLite connection below a data source. A statement costs a fifth of one through TypeORM's
 * query runner (docs/decisions/0007); errors are the same.
 *
 * There is one connection, so a read beside an open transaction would see uncommitted data.
 * `manager` belongs to transactions; every other statement waits until none is open.
 */
export class EmbeddedConnection {
  /** For transactions only: its statements do not wait. */
  readonly manager: EntityManager;
  private readonly prepared = new Map<string, Database.Statement<unknown[], Row>>();
  /** The end of the open transaction; null if nobody waits for it. */
  private end: AwaitedEnd | null = null;

  private constructor(
    private readonly connection: Database.Database,
    dataSource: DataSource,
  ) {
    const { driver } = dataSource;
    const runner = driver.createQueryRunner('master');
    this.manager = dataSource.createEntityManager(runner);
    const waiting = waitingRunner(this, runner);
    driver.createQueryRunner = () => waiting;
  }

  /** Null: not an embedded database. Always the same object for a data source. */
  static of(dataSource: DataSource): EmbeddedConnection | null {
    if (dataSource.options.type !== 'better-sqlite3') return null;
    const known = connections.get(dataSource);
    if (known !== undefined) return known;
    const { databaseConnection } = dataSource.driver as unknown as Driver;
    if (databaseConnection === undefined) throw new Error('the data source is not initialised');
    const opened = new EmbeddedConnection(databaseConnection, dataSource);
    connections.set(dataSource, opened);
    return opened;
  }

  /**
   * Runs a statement of the open transaction, or one that begins or ends it.
   * @returns the rows of a SELECT or a RETURNING clause; none for other statements
   * @throws QueryFailedError
   */
  run(text: string, parameters: readonly unknown[] = []): readonly Row[] {
    try {
      const statement = this.prepare(text);
      if (statement.reader) return statement.all(...parameters);
      statement.run(...parameters);
      return [];
    } catch (thrown) {
      throw new QueryFailedError(text, [...parameters], thrown as Error);
    } finally {
      this.noteEnd();
    }
  }

  /**
   * Runs a statement outside transactions, once none is open.
   * @throws QueryFailedError, also if a transaction stays open
   */
  async runOutside(text: string, parameters: readonly unknown[] = []): Promise<readonly Row[]> {
    while (this.connection.inTransaction) await (this.end ??= awaitedEnd()).promise;
    return this.run(text, parameters);
  }

  private noteEnd(): void {
    if (this.end === null || this.connection.inTransaction) return;
    this.end.resolve();
    this.end = null;
  }

  private prepare(text: string): Database.Statement<unknown[], Row> {
    const known = this.prepared.get(text);
    if (known !== undefined) return known;
    const statement = this.connection.prepare<unknown[], Row>(text);
    this.prepared.set(text, statement);
    const [oldest = text] = this.prepared.keys();
    if (this.prepared.size > mostPrepared) this.prepared.delete(oldest);
    return statement;
  }
}

interface AwaitedEnd {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

/** Rejects like the driver on a lock, so that callers retry. */
function awaitedEnd(): AwaitedEnd {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const error = Object.assign(new Error('a transaction stays open'), { code: 'SQLITE_BUSY' });
  const giveUp = (): void => reject(new QueryFailedError('BEGIN', [], error));
  const timer = setTimeout(giveUp, longestWaitMs);
  const end = (): void => {
    clearTimeout(timer);
    resolve();
  };
  return { promise, resolve: end };
}

/** The untyped parts of TypeORM's SQLite driver. */
interface Driver {
  readonly databaseConnection: Database.Database | undefined;
}

/** TypeORM's query runner with statements that wait. Read-only: all writes are transactions. */
function waitingRunner(connection: EmbeddedConnection, runner: QueryRunner): QueryRunner {
  const query = async (
    text: string,
    parameters: readonly unknown[] = [],
    structured = false,
  ): Promise<unknown> => {
    const rows = [...(await connection.runOutside(text, parameters.map(bindable)))];
    return structured ? Object.assign(new QueryResult(), { raw: rows, records: rows }) : rows;
  };
  return Object.assign(Object.create(runner) as QueryRunner, { query });
}

/** The driver cannot bind booleans. */
function bindable(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value;
}

const connections = new WeakMap<DataSource, EmbeddedConnection>();
