import type { DatabaseConfig } from '../../../src/platform/config/office-config.js';
import { crashEnv } from '../../crash/support/crash-env.js';
import type { CountingVendor } from '../../crash/support/counting-vendor.js';
import { ServiceLife } from '../../crash/support/service-life.js';
import { FreezableProxy } from '../../support/freezable-proxy.js';
import type { OfficeClient } from '../../support/office-client.js';

export interface FleetPlace {
  readonly directory: string;
  readonly database: Extract<DatabaseConfig, { kind: 'postgres' }>;
  readonly redisUrl: string;
  readonly vendor: CountingVendor;
  readonly env?: Readonly<Record<string, string>>;
}

/** One replica: a process, and its way to the database, which can be cut. */
export class Replica {
  private constructor(
    readonly life: ServiceLife,
    readonly client: OfficeClient,
    readonly link: FreezableProxy,
  ) {}

  static async start(place: FleetPlace, id: string): Promise<Replica> {
    const link = await FreezableProxy.before(place.database.url);
    const database = { ...place.database, url: link.through(place.database.url) };
    const life = ServiceLife.start({
      ...crashEnv({ ...place, database }),
      OFFICE_REDIS_URL: place.redisUrl,
      OFFICE_REPLICA_ID: id,
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
      ...place.env,
    });
    return new Replica(life, await life.serving(), link);
  }

  async end(): Promise<void> {
    if (this.life.alive) await this.life.kill();
    await this.link.close();
  }
}

/** Replicas of one office in processes of their own. */
export class FleetOfProcesses {
  readonly members: Replica[] = [];
  /** All that ever belonged to it, for their logs. */
  readonly everyone: Replica[] = [];

  private constructor(private readonly place: FleetPlace) {}

  static async start(place: FleetPlace, size: number): Promise<FleetOfProcesses> {
    const fleet = new FleetOfProcesses(place);
    while (fleet.members.length < size) await fleet.join();
    return fleet;
  }

  async join(): Promise<Replica> {
    const replica = await Replica.start(this.place, `replica-${this.everyone.length + 1}`);
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
