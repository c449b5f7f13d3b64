import type { DatabaseConfig } from '#platform/config/office-config.js';
import type { OfficeClient } from '../../support/office-client.js';
import { until } from '../../support/until.js';
import { submit } from './carry-out.js';
import { CrashArena } from './crash-arena.js';
import { freshDatabase } from './fresh-database.js';
import { withRaw } from './raw-database.js';
import type { ServiceLife } from './service-life.js';

type Env = Readonly<Record<string, string>>;

/** A transaction that is frozen is ended by the server after this long, not after ten seconds. */
const abandonedAfterMs = 1500;

/** Two processes of the service on one PostgreSQL database, for the tests of the surrounding `describe`. */
export class TwoProcesses {
  readonly arena = new CrashArena();
  readonly database: () => DatabaseConfig;
  private started: readonly [ServiceLife, ServiceLife] | undefined;
  private clients: readonly [OfficeClient, OfficeClient] | undefined;

  constructor(url: string) {
    this.database = freshDatabase(url, () => '');
  }

  get first(): ServiceLife {
    return known(this.started)[0];
  }

  get second(): ServiceLife {
    return known(this.started)[1];
  }

  /** A client of the first. */
  get here(): OfficeClient {
    return known(this.clients)[0];
  }

  /** A client of the second. */
  get there(): OfficeClient {
    return known(this.clients)[1];
  }

  async start(env: Env = {}, envOfSecond: Env = env): Promise<void> {
    const start = (own: Env): ServiceLife =>
      this.arena.start({
        database: impatient(this.database()),
        env: { OFFICE_FLEET_POLL: 'true', ...own },
      });
    this.started = [start(env), start(envOfSecond)];
    const [first, second] = this.started;
    this.clients = [await first.serving(), await second.serving()];
  }

  /** Submits the arena's brief; whoever took the run is the first from then on. Resolves with its id. */
  async submit(): Promise<string> {
    const runId = await submit(this.here, this.arena.brief);
    let owner = '';
    await withRaw(this.database(), (raw) =>
      until(async () => {
        const [lease] = await raw.all<{ owner: string | null }>('SELECT owner FROM run_leases');
        owner = lease?.owner ?? '';
        return owner !== '';
      }),
    );
    if (owner.includes(`-${this.second.pid}-`)) {
      this.started = [this.second, this.first];
      this.clients = [this.there, this.here];
    }
    return runId;
  }
}

function known<T>(started: T | undefined): T {
  if (started === undefined) throw new Error('the processes have not been started yet');
  return started;
}

/** The database, with less patience for transactions that say nothing. */
function impatient(database: DatabaseConfig): DatabaseConfig {
  if (database.kind !== 'postgres') return database;
  const url = new URL(database.url);
  url.searchParams.set('idle_in_transaction_session_timeout', String(abandonedAfterMs));
  return { kind: 'postgres', url: url.href };
}
