import { pause } from '#platform/process/pause.js';
import type { ServiceLife } from '../../crash/support/service-life.js';
import type { PostgresServer } from '../../support/postgres-server.js';
import type { RedisServer } from '../../support/redis-server.js';
import type { FleetOfProcesses, Replica } from './fleet-of-processes.js';

export const troubles = ['kill', 'freeze', 'redis', 'roll', 'partition', 'postgres'] as const;
export type FleetTrouble = (typeof troubles)[number];

const lapsed = /leases expired/;

export interface TroubleOptions {
  /** Null: every replica's way to the server is cut instead of stopping it. */
  readonly postgres: PostgresServer | null;
  readonly redis: RedisServer;
  readonly random: () => number;
  readonly leaseMs: number;
  /** Resolves when one more run has come to its end. */
  readonly runEnds: () => Promise<void>;
}

/** What happens to the replicas of a fleet, to their database and to Redis. */
export class FleetTroubles {
  /** Whether a replica stands still, or has just gone on, with model calls that are no longer its own. */
  frozen = false;

  constructor(
    private readonly fleet: FleetOfProcesses,
    private readonly options: TroubleOptions,
  ) {}

  /** Resolves when it is over. */
  make(trouble: FleetTrouble): Promise<void> {
    switch (trouble) {
      case 'kill':
        return this.kill();
      case 'freeze':
        return this.freeze();
      case 'roll':
        return this.roll();
      case 'postgres':
        return this.restartPostgres();
      case 'redis':
        return this.restartRedis();
      case 'partition':
        return this.partition();
    }
  }

  private one(): Replica {
    return this.fleet.any(this.options.random);
  }

  private async kill(): Promise<void> {
    const replica = this.one();
    await replica.life.kill();
    this.fleet.remove(replica);
    await this.fleet.join();
  }

  /** Past its lease, so that others go on with its runs before it wakes up. */
  private async freeze(): Promise<void> {
    const replica = this.one();
    this.frozen = true;
    const lapses = nextLapse(replica);
    replica.life.freeze();
    await pause(1.5 * this.options.leaseMs);
    replica.life.thaw();
    await lapses;
    await pause(this.options.leaseMs / 4);
    this.frozen = false;
  }

  private async roll(): Promise<void> {
    for (const replica of [...this.fleet.members]) {
      await this.fleet.join();
      this.fleet.remove(replica);
      await replica.life.stop();
    }
  }

  /** In the middle of whatever it does, for longer than a lease. */
  private async restartPostgres(): Promise<void> {
    const { postgres, leaseMs } = this.options;
    const allLapse = Promise.all(this.fleet.members.map(nextLapse));
    if (postgres === null) for (const { toDatabase } of this.fleet.members) toDatabase.cut();
    else await postgres.stop();
    await allLapse;
    await pause(leaseMs / 2);
    if (postgres === null) for (const { toDatabase } of this.fleet.members) toDatabase.mend();
    else await postgres.begin();
  }

  private async restartRedis(): Promise<void> {
    await this.options.redis.stop();
    await this.options.runEnds();
    await this.options.redis.begin();
  }

  /** For long enough that others go on with its runs. */
  private async partition(): Promise<void> {
    const replica = this.one();
    const lapses = nextLapse(replica);
    replica.cutOff();
    await lapses;
    await pause(this.options.leaseMs / 2);
    replica.reconnect();
  }
}

/** Whether its leases have ever lapsed. */
export function hasLapsed(life: ServiceLife): boolean {
  return life.matches(lapsed).length > 0;
}

/** Resolves when the leases of the replica lapse, once more than they have so far. */
function nextLapse({ life }: Replica): Promise<unknown> {
  return life.said(lapsed, life.matches(lapsed).length + 1);
}
