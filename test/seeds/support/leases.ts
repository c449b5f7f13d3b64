import { LeaseHoldersRepository } from '#runs/queue/lease-holders.repository.js';
import { LeaseKeeper } from '#runs/queue/lease-keeper.js';
import { LeaseRenewal } from '#runs/queue/lease-renewal.js';
import { leasePace, LeaseTimes } from '#runs/queue/lease-times.js';
import type { Foundation } from './foundation.js';
import { leaseMs } from './outside.js';
import type { PlantedFault } from './planted-faults.js';
import { standIn } from './stand-in.js';

/** What a planted fault says of the time for which leases stand in the store, ms. */
const lifetimes: Partial<Record<PlantedFault, number>> = {
  'lease not checked': 1,
  'leases expire too late': 10 * leaseMs,
};

/** The leases of one start of a replica: the real renewal, whose thread is simulated. */
export class SimulatedLeases {
  readonly keeper: LeaseKeeper;
  private readonly renewal: LeaseRenewal;
  private readonly holders = new LeaseHoldersRepository();

  constructor(
    private readonly base: Foundation,
    tried: <T>(work: () => Promise<T>) => Promise<T>,
  ) {
    const { process, transactions, logger } = base;
    const { name: owner } = process;
    const log = logger.scope('engine/run');
    this.renewal = new LeaseRenewal({ url: '', owner, ttlMs: leaseMs, group: '' }, log);
    const thread = async (): Promise<void> => {
      for (;;) {
        await base.clock.pause(leasePace(leaseMs).renewEveryMs);
        await tried(() => this.renew());
      }
    };
    Object.assign(this.renewal, { startThread: () => void thread() });
    this.plant();
    const { renewal, holders } = this;
    const replica = { seenGroup: '' };
    const members = { owner, ttlMs: leaseMs, inFleet: true, renewal, replica };
    this.keeper = standIn(LeaseKeeper, { ...members, transactions, holders, log });
  }

  private plant(): void {
    const { planted } = this.base.outside;
    const share = planted === 'leases lapse too early' ? 0.2 : 3;
    if (planted === 'leases lapse too early' || planted === 'leases are held too long') {
      Object.assign(this.renewal, { times: new LeaseTimes(leaseMs * share) });
    }
  }

  /** Nothing can be claimed before it has succeeded. */
  async begin(): Promise<void> {
    const sentAt = process.hrtime.bigint();
    await this.store();
    this.renewal.start(sentAt);
  }

  private async renew(): Promise<void> {
    const sentAt = process.hrtime.bigint();
    await this.store();
    (this.renewal as unknown as { times: LeaseTimes }).times.renewed(sentAt);
    this.renewal.current();
  }

  private store(): Promise<void> {
    const { renewals, outside, process: of } = this.base;
    const { planted } = outside;
    const ttlMs = (planted === null ? undefined : lifetimes[planted]) ?? leaseMs;
    return renewals.run((tx) => this.holders.renew(tx, of.name, ttlMs));
  }
}
