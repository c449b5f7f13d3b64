import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { OpenedDatabase } from '../../platform/database/opened-database.js';
import { Transactions } from '../../platform/database/transactions.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { Replica } from '../../platform/fleet/replica.js';
import { Ids } from '../../platform/ids.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { LeaseHoldersRepository } from './lease-holders.repository.js';
import { LeaseRenewal } from './lease-renewal.js';

/** The single term of a process that cannot lose its runs. */
const onlyTerm = 0;

/**
 * This process as a holder of leases. On PostgreSQL it renews them; a SQLite file belongs to one
 * process, so its leases are valid until it ends, and the next process forgets them at boot.
 */
@Injectable()
export class LeaseKeeper implements OnModuleInit {
  /** Name of this process in its leases: replica, process, and a random part. */
  readonly owner: string;
  readonly ttlMs: number;
  /** True if other processes may work on runs of this database at the same time. */
  readonly inFleet: boolean;

  private readonly log: ScopedLogger;
  /** Null: no other process can have this database open. */
  private readonly renewal: LeaseRenewal | null;

  constructor(
    private readonly transactions: Transactions,
    private readonly holders: LeaseHoldersRepository,
    config: OfficeConfig,
    opened: OpenedDatabase,
    ids: Ids,
    private readonly replica: Replica,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
    this.owner = `${replica.id}-${process.pid}-${ids.next('office')}`;
    this.ttlMs = config.leaseMs;
    this.inFleet = config.fleet.shared;
    const { options } = opened.dataSource;
    this.renewal =
      options.type === 'postgres'
        ? new LeaseRenewal(
            {
              url: options.url ?? '',
              owner: this.owner,
              ttlMs: this.ttlMs,
              group: replica.group,
            },
            this.log,
          )
        : null;
  }

  /** As `Replica.seenGroup`. */
  get seenGroup(): string | null {
    return this.replica.seenGroup;
  }

  /** True if no other process can have this database open. */
  get exclusive(): boolean {
    return this.renewal === null;
  }

  /**
   * Number of the current term, a period of leases without a gap. Null: they have lapsed, and
   * nothing may be claimed until they are renewed.
   */
  get term(): number | null {
    return this.renewal === null ? onlyTerm : this.renewal.current();
  }

  /** Time since the last renewal, ms; null: no renewal is needed. */
  get renewedAgoMs(): number | null {
    return this.renewal?.renewedAgoMs() ?? null;
  }

  /**
   * Called when the leases lapse, before others can take the runs over, and when they are renewed.
   */
  onChange(change: { readonly lapsed: () => void; readonly regained: () => void }): void {
    this.renewal?.changes.on('lapsed', change.lapsed).on('regained', change.regained);
  }

  /** Registers as a holder of leases before anything can be claimed. */
  async onModuleInit(): Promise<void> {
    const sentAt = process.hrtime.bigint();
    await this.transactions.run(async (tx) => {
      if (this.exclusive) await this.holders.forgetAll(tx);
      else await this.holders.forgetExpired(tx);
      const ttlMs = this.exclusive ? null : this.ttlMs;
      await this.holders.renew(tx, this.owner, ttlMs, this.replica.group);
    });
    this.renewal?.start(sentAt);
  }

  /** Gives all leases back, so that the next process continues without waiting. */
  async retire(): Promise<void> {
    await this.renewal?.stop();
    try {
      await this.transactions.share((tx) => this.holders.forget(tx, this.owner));
    } catch (thrown) {
      this.log.warn(`leases could not be released; they will expire: ${messageOf(thrown)}`);
    }
  }
}
