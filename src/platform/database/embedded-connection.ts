import type Database from 'better-sqlite3';
import { type DataSource, QueryFailedError } from 'typeorm';

/** A row as the driver answers it: columns by their names in the table. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * The SQLite connection beneath a data source. A statement costs here a fifth of what it costs
 * through TypeORM's query runner (docs/adr/0007); errors are the same.
 */
export class EmbeddedConnection {
  private readonly prepared = new Map<string, Database.Statement<unknown[], Row>>();

  private constructor(private readonly connection: Database.Database) {}

  /** Null: the data source is not embedded. The same object for the same data source. */
  static of(dataSource: DataSource): EmbeddedConnection | null {
    if (dataSource.options.type !== 'better-sqlite3') return null;
    const known = connections.get(dataSource);
    if (known !== undefined) return known;
    const { databaseConnection } = dataSource.driver as unknown as Driver;
    if (databaseConnection === undefined) throw new Error('the data source is not initialised');
    const opened = new EmbeddedConnection(databaseConnection);
    connections.set(dataSource, opened);
    return opened;
  }

  /**
   * The rows of a SELECT or of a RETURNING clause; none for other statements.
   * @param text one of a bounded number of texts: each is prepared once and kept
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
    }
  }

  private prepare(text: string): Database.Statement<unknown[], Row> {
    const known = this.prepared.get(text);
    if (known !== undefined) return known;
    const statement = this.connection.prepare<unknown[], Row>(text);
    this.prepared.set(text, statement);
    return statement;
  }
}

/** What TypeORM's driver for SQLite holds, and does not type. */
interface Driver {
  readonly databaseConnection: Database.Database | undefined;
}

const connections = new WeakMap<DataSource, EmbeddedConnection>();
