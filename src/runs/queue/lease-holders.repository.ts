import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { databaseNow, Statement } from '../../platform/database/statement.js';
import type { Tx } from '../../platform/database/tx.js';
import { LeaseHolderEntity, TurnSlotEntity } from './lease.entities.js';

/** Expiry of leases of a process that cannot lose its runs. */
const forEver = Number.MAX_SAFE_INTEGER;

const renewal = (until: string): Statement =>
  new Statement(
    `INSERT INTO lease_holders (owner, expires_at, replica_group) VALUES (?, ${until}, ?) ` +
      'ON CONFLICT (owner) DO UPDATE SET expires_at = EXCLUDED.expires_at',
  );

const renewForEver = renewal('?');
const renewInFile = renewal(`${databaseNow('better-sqlite3')} + ?`);
const renewOnServer = renewal(`${databaseNow('postgres')} + ?`);

/**
 * Processes that hold leases, with the time until which all their leases are valid, by the
 * database's clock. The thread that renews them (lease-renewal.worker.ts) has its own copy of the
 * statement of `renew`.
 */
@Injectable()
export class LeaseHoldersRepository {
  /** The owner's leases are valid for this long from now; null: until they are forgotten. */
  async renew(
    { manager }: Tx,
    owner: string,
    ttlMs: number | null,
    replicaGroup: string | null = null,
  ): Promise<void> {
    const { type } = manager.connection.options;
    const renewFor = type === 'postgres' ? renewOnServer : renewInFile;
    const statement = ttlMs === null ? renewForEver : renewFor;
    await statement.send(manager, [owner, ttlMs ?? forEver, replicaGroup]);
  }

  /** Frees all leases and slots of the owner. */
  async forget(tx: Tx, owner: string): Promise<void> {
    await tx.manager.delete(TurnSlotEntity, { owner });
    await tx.manager.delete(LeaseHolderEntity, { owner });
  }

  /** Forgets expired holders; their leases and slots are free even without this. */
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

  /** Frees all leases. Only for a database that no other process can have open. */
  async forgetAll(tx: Tx): Promise<void> {
    await tx.manager.deleteAll(LeaseHolderEntity);
  }
}

function nowOf({ connection }: EntityManager): string {
  return databaseNow(connection.options.type);
}
