import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import type { Tx } from '../../platform/database/tx.js';
import { LeaseHolderEntity } from './run.entity.js';

/**
 * Processes that hold leases, each with the time until which all of its leases stand. The thread
 * that renews them (lease-keeper.worker.ts) has the statement of `renew` in its own words.
 */
@Injectable()
export class LeaseHoldersRepository {
  /** The owner's leases stand until then, in ms. */
  async renew(tx: Tx, owner: string, expiresAt: number): Promise<void> {
    await tx.manager
      .createQueryBuilder()
      .insert()
      .into(LeaseHolderEntity)
      .values({ owner, expiresAt })
      .orUpdate(['expires_at'], ['owner'])
      .updateEntity(false)
      .execute();
  }

  /** Frees every lease of the owner, in one stroke. */
  async forget(tx: Tx, owner: string): Promise<void> {
    await tx.manager.delete(LeaseHolderEntity, { owner });
  }

  /** Forgets those that have expired: their leases are free with or without the row. */
  async forgetExpired(tx: Tx, now: number): Promise<void> {
    await tx.manager.delete(LeaseHolderEntity, { expiresAt: LessThan(now) });
  }

  /** Frees every lease. Only for a database that no other process can have open. */
  async forgetAll(tx: Tx): Promise<void> {
    await tx.manager.deleteAll(LeaseHolderEntity);
  }
}
