import type pg from 'pg';
import { type DataSource, type EntityManager, QueryFailedError, type QueryRunner } from 'typeorm';
import type { Row } from './embedded-connection.js';

/** How long a statement over many rows may take, ms. */
const atLengthMs = 3_600_000;

/** Longer statements are made for many rows, and seldom the same twice. */
const longestPrepared = 2000;

/** What the driver takes; the types leave out the time of a single statement. */
type TimedQuery = pg.QueryConfig<unknown[]> & { readonly query_timeout?: number };

/**
 * A PostgreSQL connection that one transaction uses. Statements go to the driver, which costs less
 * than the query runner and sends each without waiting for the answers to those before it; errors
 * are the same.
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

  /** Null: the manager is not that of such a transaction. */
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

  /** Carries out a statement that may take long, since it goes over many rows or waits for others. */
  async runAtLength(text: string): Promise<void> {
    await this.queried(text, { text, query_timeout: atLengthMs });
  }

  /** Sends a statement whose answer only has to be checked; see `takeSent`. */
  send(text: string, parameters: readonly unknown[], check: (rows: readonly Row[]) => void): void {
    const answered = this.run(text, parameters).then(check);
    // Whoever takes it hears of its failure.
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
 * The name under which a connection keeps the statement prepared. None for statements that answer
 * whatever columns there are: a prepared one fails once a migration has added another.
 */
function nameOf(text: string): string | undefined {
  if (text.length > longestPrepared || text.includes('*')) return undefined;
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `office_${names.size}`;
  names.set(text, name);
  return name;
}
