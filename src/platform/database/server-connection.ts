import type pg from 'pg';
import { type DataSource, type EntityManager, QueryFailedError, type QueryRunner } from 'typeorm';
import type { Row } from './embedded-connection.js';

/** Timeout of a statement over many rows, ms. */
const atLengthMs = 3_600_000;

/** Longer statements handle many rows and rarely repeat, so they are not prepared. */
const longestPrepared = 2000;

/** The driver's query options; its types lack the timeout per query. */
type TimedQuery = pg.QueryConfig<unknown[]> & { readonly query_timeout?: number };

/**
 * The PostgreSQL connection of one transaction. Statements go directly to the driver, which is
 * cheaper than the query runner and sends each without waiting for earlier answers; errors are the
 * same.
 */
export class ServerConnection {
  private sent: Promise<unknown>[] = [];

  private constructor(
    private readonly runner: QueryRunner,
    private readonly client: pg.ClientBase,
  ) {}

  static async take(dataSource: DataSource): Promise<ServerConnection> {
    const runner = dataSource.createQueryRunner();
    try {
      const connection = new ServerConnection(runner, (await runner.connect()) as pg.ClientBase);
      connections.set(runner.manager, connection);
      return connection;
    } catch (thrown) {
      await runner.release();
      throw thrown;
    }
  }

  /** Null: the manager does not belong to such a transaction. */
  static of(manager: EntityManager): ServerConnection | null {
    return connections.get(manager) ?? null;
  }

  get manager(): EntityManager {
    return this.runner.manager;
  }

  /** @throws QueryFailedError */
  run(text: string, parameters: readonly unknown[]): Promise<readonly Row[]> {
    const values = [...parameters];
    const name = nameOf(text);
    return this.queried(text, name === undefined ? { text, values } : { name, text, values });
  }

  /** Runs a statement that may take long because of many rows or locks. */
  async runAtLength(text: string): Promise<void> {
    await this.queried(text, { text, query_timeout: atLengthMs });
  }

  /** Sends a statement whose answer only needs a check; see `takeSent`. */
  send(text: string, parameters: readonly unknown[], check: (rows: readonly Row[]) => void): void {
    const answered = this.run(text, parameters).then(check);
    // Callers that await the promise get the rejection.
    answered.catch(() => undefined);
    this.sent.push(answered);
  }

  takeSent(): readonly Promise<unknown>[] {
    const { sent } = this;
    this.sent = [];
    return sent;
  }

  /** BEGIN, COMMIT or ROLLBACK. @throws QueryFailedError */
  async control(text: string): Promise<void> {
    await this.queried(text, text);
  }

  release(): Promise<void> {
    return this.runner.release();
  }

  private async queried(text: string, query: string | TimedQuery): Promise<readonly Row[]> {
    try {
      return (await this.client.query<Row>(query)).rows;
    } catch (thrown) {
      const { values = [] } = typeof query === 'string' ? {} : query;
      throw new QueryFailedError(text, values, thrown as Error);
    }
  }
}

const connections = new WeakMap<EntityManager, ServerConnection>();

const names = new Map<string, string>();

/**
 * Name under which a connection keeps the statement prepared. None for `SELECT *` and the like: a
 * prepared one fails after a migration adds a column.
 */
function nameOf(text: string): string | undefined {
  if (text.length > longestPrepared || text.includes('*')) return undefined;
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `office_${names.size}`;
  names.set(text, name);
  return name;
}
