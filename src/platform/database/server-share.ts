import { healthTexts, processTexts } from '../../protocol/texts/process.js';
import type { ScopedLogger } from '../logging/office-logger.js';
import { pause } from '../process/pause.js';
import { LockSession } from './lock-session.js';
import type { DatabaseHold } from './opened-database.js';

/** Id of the advisory lock that every process holds; any unused number will do. */
export const shareLock = 7_306_215;

/** How long boot waits for the server to notice that the last holder is gone, ms. */
const patienceMs = 2000;
const askAgainMs = 100;

/** Interval of restoring a lost connection and of probing a live one, ms. */
const retakeMs = 500;
const checkMs = 5000;

interface ServerShareOptions {
  readonly url: string;
  /** Host and database without user and password, safe to show. */
  readonly server: string;
  /** True if other processes that also allow it may use the database. */
  readonly shared: boolean;
  readonly log: ScopedLogger;
}

/** Thrown at boot: another process uses the database, and one of the two does not allow sharing. */
class DatabaseSharedError extends Error {
  constructor(server: string, shared: boolean) {
    super(shared ? processTexts.databaseOfOne(server) : processTexts.databaseUsedByAnother(server));
    this.name = 'DatabaseSharedError';
  }
}

/**
 * Keeps a process that may not share its database from doing so. The lock belongs to a PostgreSQL
 * session on its own connection, so the server frees it when the process dies. After a lost
 * connection it is taken again.
 */
export class ServerShare implements DatabaseHold {
  private client: LockSession | null = null;
  private refused = false;
  private stopped = false;
  private timer: NodeJS.Timeout | undefined;

  private constructor(private readonly options: ServerShareOptions) {}

  /** @throws DatabaseSharedError if another process still has the database after some seconds */
  static async take(options: ServerShareOptions): Promise<ServerShare> {
    const share = new ServerShare(options);
    const begun = performance.now();
    try {
      while (!(await share.ask())) {
        if (performance.now() - begun >= patienceMs) {
          throw new DatabaseSharedError(options.server, options.shared);
        }
        await pause(askAgainMs);
      }
    } catch (thrown) {
      await share.release();
      throw thrown;
    }
    share.lookIn(checkMs);
    return share;
  }

  get problem(): string | null {
    return this.refused ? healthTexts.storeTaken : null;
  }

  async release(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    const { client } = this;
    this.client = null;
    await client?.end().catch(() => undefined);
  }

  private lookIn(ms: number): void {
    clearTimeout(this.timer);
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.look(), ms);
    this.timer.unref();
  }

  /** Probes the connection; takes the lock again if it was lost. */
  private async look(): Promise<void> {
    try {
      if (this.client !== null) await this.client.query('SELECT 1');
      else this.note(await this.ask());
    } catch {
      // The failure is reported by requests that need the store.
      this.forget(this.client);
    }
    this.lookIn(this.client === null ? retakeMs : checkMs);
  }

  private note(taken: boolean): void {
    if (!taken && !this.refused) this.options.log.error(healthTexts.storeTaken);
    this.refused = !taken;
  }

  private async ask(): Promise<boolean> {
    const client = await this.connect();
    const lock = this.options.shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
    if (await client.asks(`SELECT ${lock}($1) AS taken`, [shareLock])) return true;
    this.forget(client);
    return false;
  }

  private async connect(): Promise<LockSession> {
    const client = new LockSession(this.options.url);
    client.on('end', () => this.lost(client));
    this.client = client;
    await client.open();
    if (this.stopped) this.forget(client);
    return client;
  }

  private lost(client: LockSession): void {
    if (this.client !== client) return;
    this.client = null;
    this.lookIn(retakeMs);
  }

  private forget(client: LockSession | null): void {
    this.client = null;
    client?.leave();
  }
}
