import type { DataSourceOptions, EntityManager } from 'typeorm';
import { EmbeddedConnection, type Row } from './embedded-connection.js';
import { ServerConnection } from './server-connection.js';

/** Rows per statement; SQLite allows 32,766 parameters, PostgreSQL 65,535. */
const rowsPerStatement = 500;

/**
 * A SQL statement of a hot path, valid on both databases, with `?` for each parameter. It costs a
 * third of the same statement through the query builder (docs/decisions/0006).
 */
export class Statement {
  private readonly numbered: string;

  constructor(private readonly text: string) {
    let parameter = 0;
    this.numbered = text.replace(/\?/g, () => `$${++parameter}`);
  }

  /** The rows of a SELECT or of a RETURNING clause; none for other statements. */
  async run(manager: EntityManager, parameters: readonly unknown[]): Promise<readonly Row[]> {
    const embedded = EmbeddedConnection.of(manager.connection);
    if (embedded !== null)
      return manager === embedded.manager
        ? embedded.run(this.text, parameters)
        : embedded.runOutside(this.text, parameters);
    const server = ServerConnection.of(manager);
    if (server !== null) return server.run(this.numbered, parameters);
    return rowsOf(await manager.query<unknown>(this.numbered, [...parameters]));
  }

  /**
   * For statements whose rows are not used. In a PostgreSQL transaction the statement is sent and
   * not awaited: an error of it or of the check fails the transaction before its commit.
   */
  async send(
    manager: EntityManager,
    parameters: readonly unknown[],
    check: (rows: readonly Row[]) => void = () => undefined,
  ): Promise<void> {
    const server = ServerConnection.of(manager);
    if (server !== null) server.send(this.numbered, parameters, check);
    else check(await this.run(manager, parameters));
  }
}

/** PostgreSQL returns `[rows, count]` for UPDATE and DELETE. */
function rowsOf(answer: unknown): readonly Row[] {
  if (!Array.isArray(answer)) return [];
  const list = answer as readonly unknown[];
  return (Array.isArray(list[0]) ? list[0] : list) as readonly Row[];
}

/** `(?, ?), (?, ?)`: placeholders for `rows` rows of `columns` columns. */
export function places(rows: number, columns: number): string {
  const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`;
  return Array.from({ length: rows }, () => row).join(', ');
}

/** A memoised statement for each number of rows. */
export function statementsByRows(text: (rows: number) => string): (rows: number) => Statement {
  const made = new Map<number, Statement>();
  return (rows) => {
    const statement = made.get(rows) ?? new Statement(text(rows));
    made.set(rows, statement);
    return statement;
  };
}

/** Sends the statement for all rows, in batches that both databases accept. */
export async function sendByRows(
  manager: EntityManager,
  statementOf: (rows: number) => Statement,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const batch = rows.slice(from, from + rowsPerStatement);
    await statementOf(batch.length).send(manager, batch.flat());
  }
}

/**
 * SQL for the database's own time, ms since the epoch; independent of the clocks of the hosts that
 * use it.
 */
export function databaseNow(type: DataSourceOptions['type']): string {
  return type === 'postgres'
    ? 'CAST(EXTRACT(EPOCH FROM now()) * 1000 AS bigint)'
    : "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
}
