import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { databaseNow } from '../../platform/database/statement.js';
import type { Tx } from '../../platform/database/tx.js';
import { LeaseHolderEntity, TurnSlotEntity } from '../history/run.entity.js';

/** Until when the leases of a process stand that nobody can take a run from. */
const forEver = Number.MAX_SAFE_INTEGER;

/**
 * Processes that hold leases, each with the time until which all of its leases stand, by the clock of
 * the database. The thread that renews them (lease-renewal.worker.ts) has the statement of `renew` in
 * its own words.
 */
@Injectable()
export class LeaseHoldersRepository {
  /** The owner's leases stand for so long from now on; null: until they are forgotten. */
  async renew(
    { manager }: Tx,
    owner: string,
    ttlMs: number | null,
    replicaGroup: string | null = null,
  ): Promise<void> {
    const until = ttlMs === null ? String(forEver) : `${nowOf(manager)} + ${ttlMs}`;
    await manager
      .createQueryBuilder()
      .insert()
      .into(LeaseHolderEntity)
      .values({ owner, expiresAt: () => until, replicaGroup })
      .orUpdate(['expires_at'], ['owner'])
      .updateEntity(false)
      .execute();
  }

  /** Frees every lease and every place of the owner. */
  async forget(tx: Tx, owner: string): Promise<void> {
    await tx.manager.delete(TurnSlotEntity, { owner });
    await tx.manager.delete(LeaseHolderEntity, { owner });
  }

  /** Forgets those that have expired: their leases and places are free with or without the rows. */
  async forgetExpired({ manager }: Tx): Promise<void> {
    await manager
      .createQueryBuilder()
      .delete()
      .from(LeaseHolderEntity)
      .where(`expires_at < ${nowOf(manager)}`)
      .execute();
    await manager
      .createQueryBuilder()
      .delete()
      .from(TurnSlotEntity)
      .where('owner NOT IN (SELECT owner FROM lease_holders)')
      .execute();
  }

  /** Frees every lease. Only for a database that no other process can have open. */
  async forgetAll(tx: Tx): Promise<void> {
    await tx.manager.deleteAll(LeaseHolderEntity);
  }
}

function nowOf({ connection }: EntityManager): string {
  return databaseNow(connection.options.type);
}
