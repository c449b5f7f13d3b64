import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { OfficeConfig } from '../config/office-config.js';

type Release = () => Promise<void>;

/** A server that is silent for so long does not answer, ms. */
const answerMs = 5000;

const take = 'SELECT pg_try_advisory_lock(hashtextextended($1, 11)) AS taken';
const giveBack = 'SELECT pg_advisory_unlock(hashtextextended($1, 11))';

/**
 * What only one replica may do at a time. In a fleet a lock belongs to a session of PostgreSQL on a
 * connection of its own, which is there while anything is held: the server frees it when the process
 * dies.
 */
@Injectable()
export class FleetLocks implements OnApplicationShutdown {
  /** Null: nobody else has the database open. */
  private readonly url: string | null;
  private readonly held = new Set<string>();
  private session: Promise<pg.Client> | null = null;

  constructor({ fleet, database }: OfficeConfig) {
    this.url = fleet.shared && database.kind === 'postgres' ? database.url : null;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.end();
  }

  /** Null: somebody holds it. @throws when the database does not answer */
  async tryTake(name: string): Promise<Release | null> {
    if (this.held.has(name)) return null;
    this.held.add(name);
    const taken = await this.takeOfAll(name).catch(async (thrown: unknown) => {
      await this.drop(name);
      throw thrown;
    });
    if (taken) return () => this.release(name);
    await this.drop(name);
    return null;
  }

  private async takeOfAll(name: string): Promise<boolean> {
    if (this.url === null) return true;
    const client = await (this.session ?? this.begin(this.url));
    const { rows } = await client.query<{ taken: boolean }>(take, [name]);
    return rows[0]?.taken === true;
  }

  private async release(name: string): Promise<void> {
    // A session that is gone has released it.
    const client = await this.session?.catch(() => null);
    await client?.query(giveBack, [name]).catch(() => undefined);
    await this.drop(name);
  }

  /** The last one ends the session, and with it what the server may have granted too late. */
  private async drop(name: string): Promise<void> {
    this.held.delete(name);
    if (this.held.size === 0) await this.end();
  }

  private async connect(connectionString: string): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
      application_name: 'office locks',
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** A session that breaks is forgotten; a newer one stays. */
  private begin(url: string): Promise<pg.Client> {
    const session = this.connect(url);
    this.session = session;
    const forget = (): void => {
      if (this.session === session) this.session = null;
    };
    session.then((client) => void client.on('error', forget), forget);
    return session;
  }

  private async end(): Promise<void> {
    const { session } = this;
    this.session = null;
    const client = await session?.catch(() => null);
    await client?.end().catch(() => undefined);
  }
}
