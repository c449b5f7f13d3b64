import { join } from 'node:path';
import type { DatabaseConfig } from '#platform/config/office-config.js';
import { crashEnv } from '../../crash/support/crash-env.js';
import type { CountingProvider } from '../../crash/support/counting-provider.js';
import { ServiceLife } from '../../crash/support/service-life.js';
import { FreezableProxy } from '../../support/freezable-proxy.js';
import type { OfficeClient } from '../../support/office-client.js';

export interface FleetPlace {
  readonly directory: string;
  readonly database: Extract<DatabaseConfig, { kind: 'postgres' }>;
  readonly redisUrl: string;
  readonly provider: CountingProvider;
  readonly env?: Readonly<Record<string, string>>;
}

/** One replica: a process, and its ways to the database and to Redis, which can be cut. */
export class Replica {
  private constructor(
    readonly life: ServiceLife,
    readonly client: OfficeClient,
    readonly toDatabase: FreezableProxy,
    private readonly toRedis: FreezableProxy,
  ) {}

  static async start(place: FleetPlace, id: string): Promise<Replica> {
    const toDatabase = await FreezableProxy.before(place.database.url);
    const toRedis = await FreezableProxy.before(place.redisUrl);
    const database = { ...place.database, url: toDatabase.through(place.database.url) };
    const life = ServiceLife.start({
      ...crashEnv({ ...place, database }),
      OFFICE_REDIS_URL: toRedis.through(place.redisUrl),
      OFFICE_REPLICA_ID: id,
      OFFICE_OPENAI_BASE_URL: place.provider.baseUrlOf(id),
      OFFICE_PLUGIN_INSTALL_DIR: join(place.directory, `plugins-${id}`),
      ...place.env,
    });
    return new Replica(life, await life.serving(), toDatabase, toRedis);
  }

  /** What it says and hears of the others stops on the way; its connections stay open. */
  cutOff(): void {
    this.toDatabase.freeze();
    this.toRedis.freeze();
  }

  reconnect(): void {
    this.toDatabase.thaw();
    this.toRedis.thaw();
  }

  async end(): Promise<void> {
    if (this.life.alive) await this.life.kill();
    await this.toDatabase.close();
    await this.toRedis.close();
  }
}

/** Replicas of one office in processes of their own. */
export class FleetOfProcesses {
  readonly members: Replica[] = [];
  /** All that ever belonged to it, for their logs. */
  readonly everyone: Replica[] = [];

  private started = 0;

  private constructor(private readonly place: FleetPlace) {}

  static async start(place: FleetPlace, size: number): Promise<FleetOfProcesses> {
    const fleet = new FleetOfProcesses(place);
    await Promise.all(Array.from({ length: size }, () => fleet.join()));
    return fleet;
  }

  async join(): Promise<Replica> {
    this.started += 1;
    const replica = await Replica.start(this.place, `replica-${this.started}`);
    this.everyone.push(replica);
    this.members.push(replica);
    return replica;
  }

  /** A member that takes requests; others may be in trouble. */
  any(random: () => number): Replica {
    const living = this.members.filter(({ life }) => life.alive);
    const chosen = living[Math.floor(random() * living.length)];
    if (chosen === undefined) throw new Error('the whole fleet is gone');
    return chosen;
  }

  remove(replica: Replica): void {
    this.members.splice(this.members.indexOf(replica), 1);
  }

  async close(): Promise<void> {
    await Promise.all(this.everyone.map((replica) => replica.end()));
  }
}
