import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { databaseNow } from '../../platform/database/database-clock.js';
import { Statement } from '../../platform/database/statement.js';
import type { Tx } from '../../platform/database/tx.js';
import { RunEntity, RunLeaseEntity } from './run.entity.js';

/** The right to write to one run, proved by the fence on every write. */
export interface Lease {
  readonly runId: string;
  readonly fence: number;
}

/** A lease as its row holds it, and whether the operator wants the run cancelled. */
export interface HeldLease extends Lease {
  readonly cancelRequested: boolean;
}

/** Thrown when a write finds that another holder has taken the run over; nothing was written. */
export class LeaseLostError extends Error {
  constructor(readonly runId: string) {
    super(`the lease on run ${runId} was taken over`);
    this.name = 'LeaseLostError';
  }
}

const touchLease = new Statement(
  'UPDATE run_leases SET fence = fence WHERE run_id = ? AND fence = ? RETURNING run_id',
);

/** The owner's own, or what has no holder or one that has expired; `:owner` is a parameter. */
export const mayTake = (owner: string, now: string): string =>
  `(${owner} = :owner OR ${owner} IS NULL OR ` +
  `${owner} NOT IN (SELECT owner FROM lease_holders WHERE expires_at >= ${now}))`;

/** Who works on which run. Until when a holder may is in `LeaseHoldersRepository`. */
@Injectable()
export class LeasesRepository {
  /** By the clock of the database, which all who claim have in common. */
  private readonly now: string;

  constructor(private readonly dataSource: DataSource) {
    this.now = databaseNow(dataSource.options.type);
  }

  async create(tx: Tx, runId: string): Promise<void> {
    await tx.manager
      .createQueryBuilder()
      .insert()
      .into(RunLeaseEntity)
      .values({ runId, owner: null, fence: 0 })
      .updateEntity(false)
      .execute();
  }

  /** Takes a run without a holder, or whose holder has expired. Null: the run is held. */
  async claim(tx: Tx, runId: string, owner: string): Promise<Lease | null> {
    const result = await tx.manager
      .createQueryBuilder()
      .update(RunLeaseEntity)
      .set({ owner, fence: () => 'fence + 1' })
      .where('run_id = :runId', { runId })
      .andWhere(mayTake('owner', this.now), { owner })
      .updateEntity(false)
      .execute();
    if (result.affected !== 1) return null;
    const { fence } = await tx.manager.findOneByOrFail(RunLeaseEntity, { runId });
    return { runId, fence };
  }

  /**
   * Proves the lease inside a transaction, and locks it until the commit; where it was lost, nothing
   * of the transaction is stored. @throws LeaseLostError, at the latest through the transaction
   */
  async assertHeld(manager: EntityManager, lease: Lease): Promise<void> {
    await touchLease.send(manager, [lease.runId, lease.fence], (held) => {
      if (held.length !== 1) throw new LeaseLostError(lease.runId);
    });
  }

  /** Gives the run back, so that any process may take it; nothing when the lease was lost. */
  async release(tx: Tx, { runId, fence }: Lease): Promise<void> {
    await tx.manager.update(RunLeaseEntity, { runId, fence }, { owner: null });
  }

  async delete(manager: EntityManager, runId: string): Promise<void> {
    await manager.createQueryBuilder().delete().from(RunLeaseEntity).where({ runId }).execute();
  }

  /** Runs that are not final and that the owner holds or may take, oldest first. */
  async claimable(owner: string): Promise<readonly string[]> {
    const leases = await this.dataSource.manager
      .createQueryBuilder(RunLeaseEntity, 'lease')
      .innerJoin(RunEntity, 'run', 'run.id = lease.run_id')
      .where('run.ended_at IS NULL')
      .andWhere(mayTake('lease.owner', this.now), { owner })
      .orderBy('run.created_at', 'ASC')
      .getMany();
    return leases.map((lease) => lease.runId);
  }

  /** Everything the owner holds. */
  async heldBy(owner: string): Promise<readonly HeldLease[]> {
    const rows = await this.dataSource.manager
      .createQueryBuilder(RunLeaseEntity, 'lease')
      .innerJoin(RunEntity, 'run', 'run.id = lease.run_id')
      .select(['lease.run_id AS "runId"', 'lease.fence AS fence'])
      .addSelect('run.cancel_requested_at AS "cancelledAt"')
      .where('lease.owner = :owner', { owner })
      .getRawMany<{ runId: string; fence: string | number; cancelledAt: unknown }>();
    return rows.map(({ runId, fence, cancelledAt }) => ({
      runId,
      fence: Number(fence),
      cancelRequested: cancelledAt !== null,
    }));
  }
}
