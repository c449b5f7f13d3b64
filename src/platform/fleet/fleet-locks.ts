import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { OfficeConfig } from '../config/office-config.js';
import { LockSession } from '../database/lock-session.js';

type Release = () => Promise<void>;

/** Interval of trying to open a session again, ms. */
const retryMs = 500;

/** How long an idle session is kept, because files are often changed one after another, ms. */
const idleMs = 5000;

const take = 'SELECT pg_try_advisory_lock(hashtextextended($1, 11)) AS taken';
const giveBack = 'SELECT pg_advisory_unlock(hashtextextended($1, 11)) AS taken';

/**
 * Locks that exclude other replicas. In a fleet a lock belongs to a PostgreSQL session, which lives
 * while anything is held and a few seconds longer. After a broken session a new one takes the held
 * locks again.
 */
@Injectable()
export class FleetLocks implements OnApplicationShutdown {
  /** Null: nobody else has the database open. */
  private readonly url: string | null;
  /** Names held or being requested. */
  private readonly names = new Set<string>();
  private readonly held = new Set<string>();
  private session: Promise<LockSession> | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor({ fleet, database }: OfficeConfig) {
    this.url = fleet.shared && database.kind === 'postgres' ? database.url : null;
  }

  async onApplicationShutdown(): Promise<void> {
    this.held.clear();
    await this.end();
  }

  /** Null: somebody holds it. @throws if the database does not answer */
  async tryTake(name: string): Promise<Release | null> {
    if (this.names.has(name)) return null;
    this.names.add(name);
    const taken = await this.takeOfAll(name).catch(async (thrown: unknown) => {
      this.drop(name);
      throw thrown;
    });
    if (!taken) {
      this.drop(name);
      return null;
    }
    this.held.add(name);
    return () => this.release(name);
  }

  private async takeOfAll(name: string): Promise<boolean> {
    if (this.url === null) return true;
    return this.ask(await (this.session ?? this.begin(this.url)), take, name);
  }

  private async release(name: string): Promise<void> {
    this.held.delete(name);
    // A lost session has released it already.
    const session = await this.session?.catch(() => null);
    if (session) await this.ask(session, giveBack, name).catch(() => undefined);
    this.drop(name);
  }

  /** A session that fails is dropped. */
  private async ask(session: LockSession, question: string, name: string): Promise<boolean> {
    try {
      return await session.asks(question, [name]);
    } catch (thrown) {
      session.leave();
      throw thrown;
    }
  }

  /** Releases a name; the session ends a while after the last one. */
  private drop(name: string): void {
    this.names.delete(name);
    if (this.names.size > 0 || this.session === null) return;
    this.later(() => {
      if (this.names.size === 0) void this.end();
    }, idleMs);
  }

  private begin(url: string): Promise<LockSession> {
    const session = this.open(url);
    this.session = session;
    const lost = (ms: number): void => {
      if (this.session !== session) return;
      this.session = null;
      this.beginIn(ms);
    };
    session.then(
      (client) => void client.on('end', () => lost(0)),
      () => lost(retryMs),
    );
    return session;
  }

  private async open(url: string): Promise<LockSession> {
    const session = new LockSession(url);
    try {
      await session.open();
    } catch (thrown) {
      session.leave();
      throw thrown;
    }
    await this.retake(session, [...this.held]);
    return session;
  }

  /** The server may hold locks of a broken session for a while, or another replica may be first. */
  private async retake(session: LockSession, names: readonly string[]): Promise<void> {
    const missing: string[] = [];
    for (const name of names) {
      // It may have been released while others were requested.
      if (!this.held.has(name)) continue;
      if (!(await this.ask(session, take, name))) missing.push(name);
    }
    if (missing.length > 0)
      this.later(() => void this.retake(session, missing).catch(() => undefined));
  }

  private beginIn(ms: number): void {
    this.later(() => {
      if (this.url === null || this.session !== null || this.held.size === 0) return;
      this.begin(this.url).catch(() => undefined);
    }, ms);
  }

  private later(action: () => void, ms = retryMs): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(action, ms);
    this.timer.unref();
  }

  private async end(): Promise<void> {
    clearTimeout(this.timer);
    const { session } = this;
    this.session = null;
    const client = await session?.catch(() => null);
    await client?.end().catch(() => undefined);
  }
}
