import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { databaseNow, Statement } from '../../platform/database/statement.js';
import type { Tx } from '../../platform/database/tx.js';
import { RunLeaseEntity } from './lease.entities.js';
import { runOrderSql } from './run-order.js';

/** The right to write to a run, proved by the fence on every write. */
export interface Lease {
  readonly runId: string;
  readonly fence: number;
}

/** A newly claimed lease. */
export interface ClaimedLease extends Lease {
  /** Consecutive claims, including this one, since the run's last commit or orderly release. */
  readonly tries: number;
}

/** The claiming process and the runs that it can work on. */
export interface Claimant {
  readonly owner: string;
  /** Runs with a newer journal are left to others, unless they are to be cancelled. */
  readonly newestJournal: number;
  /** As `Replica.seenGroup`. */
  readonly seenGroup: string | null;
}

/** Criteria for claiming several runs. */
interface ClaimPage extends Claimant {
  /** Maximum number of runs. */
  readonly limit: number;
  /** Runs that the owner is working on. */
  readonly except: readonly string[];
  /** Floors whose runs are skipped, except runs to be cancelled. */
  readonly exceptFloors: readonly string[];
}

/** A lease as stored, and whether the run is to be cancelled. */
interface HeldLease extends Lease {
  readonly cancelRequested: boolean;
}

/** Thrown if a write finds that another holder has taken the run over; nothing was written. */
export class LeaseLostError extends Error {
  constructor(readonly runId: string) {
    super(`the lease on run ${runId} was taken over`);
    this.name = 'LeaseLostError';
  }
}

/** A commit counts as progress of the run. */
const touchLease = new Statement(
  'UPDATE run_leases SET fence = fence, tries = 0 WHERE run_id = ? AND fence = ? RETURNING run_id',
);

const heldBy = new Statement(
  'SELECT lease.run_id, lease.fence, run.cancel_requested_at FROM run_leases lease ' +
    'JOIN runs run ON run.id = lease.run_id WHERE lease.owner = ?',
);

/** End of a parked run's rest. */
const forEver = Number.MAX_SAFE_INTEGER;

/** SQL: the lease is the owner's, or free, or expired; `:owner` is a parameter. */
export const mayTake = (owner: string, now: string): string =>
  `(${owner} = :owner OR ${owner} IS NULL OR ` +
  `${owner} NOT IN (SELECT owner FROM lease_holders WHERE expires_at >= ${now}))`;

/**
 * SQL: the floor's files are visible to the claimant's group, or the run is to be cancelled, which
 * needs no files. `seen` is a parameter: as `Replica.seenGroup`.
 */
const isSeen = (seen: string): string =>
  `(floor.replica_group IS NULL OR run.cancel_requested_at IS NOT NULL ` +
  `OR floor.replica_group = COALESCE(CAST(${seen} AS text), floor.replica_group))`;

/**
 * SQL: the claimant knows the run's journal version, or the run is to be cancelled; `newest` is a
 * parameter.
 */
const isKnown = (newest: string): string =>
  `(run.journal_version <= ${newest} OR run.cancel_requested_at IS NOT NULL)`;

const itsFloor = 'LEFT JOIN workspaces floor ON floor.id = run.workspace_id';

const unseen = new Statement(
  `SELECT floor.replica_group FROM runs run ${itsFloor} ` +
    `WHERE run.id = ? AND run.ended_at IS NULL AND NOT ${isSeen('?')}`,
);

/** Which process works on which run. `LeaseHoldersRepository` has the expiry times. */
@Injectable()
export class LeasesRepository {
  /** Time by the database's clock, which all claimants share. */
  private readonly now: string;
  private readonly page: Statement;
  private readonly remainder: Statement;

  constructor(private readonly dataSource: DataSource) {
    const isPostgres = dataSource.options.type === 'postgres';
    this.now = databaseNow(dataSource.options.type);
    this.page = claimPage(isPostgres, this.now);
    this.remainder = giveBackRemainder(isPostgres);
  }

  async create(tx: Tx, runId: string): Promise<void> {
    await tx.manager
      .createQueryBuilder()
      .insert()
      .into(RunLeaseEntity)
      .values({ runId, owner: null, fence: 0, tries: 0, restsUntil: null })
      .updateEntity(false)
      .execute();
  }

  /**
   * Claims a run without a holder, or with an expired one. Null: it is held, its files are
   * elsewhere, or its journal is newer.
   */
  async claim(tx: Tx, runId: string, claimant: Claimant): Promise<ClaimedLease | null> {
    const { owner, newestJournal, seenGroup } = claimant;
    const result = await tx.manager
      .createQueryBuilder()
      .update(RunLeaseEntity)
      .set({ owner, fence: () => 'fence + 1', tries: () => 'tries + 1', restsUntil: null })
      .where('run_id = :runId', { runId })
      .andWhere(mayTake('owner', this.now), { owner })
      .andWhere(`(rests_until IS NULL OR rests_until <= ${this.now})`)
      .andWhere(
        `run_id IN (SELECT run.id FROM runs run ${itsFloor} WHERE run.id = :runId ` +
          `AND ${isKnown(':newestJournal')} AND ${isSeen(':seenGroup')})`,
        { newestJournal, seenGroup },
      )
      .updateEntity(false)
      .execute();
    if (result.affected !== 1) return null;
    const { fence, tries } = await tx.manager.findOneByOrFail(RunLeaseEntity, { runId });
    return { runId, fence, tries };
  }

  /** The group that has a run's files, if it is not the seen one. */
  async unseenGroup({ manager }: Tx, runId: string, seenGroup: string): Promise<string | null> {
    const [row] = await unseen.run(manager, [runId, seenGroup]);
    return row === undefined ? null : String(row['replica_group']);
  }

  /**
   * Claims runs that are not final and that the owner holds or may take, the oldest first. Runs
   * locked by other claimants are skipped, so that replicas do not wait for each other.
   */
  async claimPage({ manager }: Tx, page: ClaimPage): Promise<readonly ClaimedLease[]> {
    const { owner, limit, newestJournal, seenGroup } = page;
    const [runs, floors] = [page.except, page.exceptFloors].map((ids) => JSON.stringify(ids));
    const bound = [newestJournal, owner, seenGroup, runs, floors, limit, owner];
    const rows = await this.page.run(manager, bound);
    return rows.map(({ run_id, fence, tries }) => ({
      runId: String(run_id),
      fence: Number(fence),
      tries: Number(tries),
    }));
  }

  /**
   * Proves the lease inside a transaction and locks it until the commit; if it was lost, nothing of
   * the transaction is stored. @throws LeaseLostError, possibly through the transaction
   */
  async assertHeld(manager: EntityManager, lease: Lease): Promise<void> {
    await touchLease.send(manager, [lease.runId, lease.fence], (held) => {
      if (held.length !== 1) throw new LeaseLostError(lease.runId);
    });
  }

  /** Gives the run back, so that any process may take it; no effect if the lease was lost. */
  async release(tx: Tx, { runId, fence }: Lease): Promise<void> {
    await tx.manager.update(RunLeaseEntity, { runId, fence }, { owner: null, tries: 0 });
  }

  /** Gives back all leases of the owner except these runs. Their tries are kept. */
  async giveBackAllBut({ manager }: Tx, owner: string, runIds: readonly string[]): Promise<void> {
    await this.remainder.run(manager, [owner, JSON.stringify(runIds)]);
  }

  /**
   * Gives back a run that could not be worked on. Its tries are kept.
   * @param ms time during which it cannot be claimed; null: until `wake`
   */
  async rest({ manager }: Tx, { runId, fence }: Lease, ms: number | null): Promise<void> {
    const restsUntil = ms === null ? forEver : () => `${this.now} + ${Math.ceil(ms)}`;
    await manager
      .createQueryBuilder()
      .update(RunLeaseEntity)
      .set({ owner: null, restsUntil })
      .where({ runId, fence })
      .updateEntity(false)
      .execute();
  }

  /** Makes a resting run claimable again, because something about it has changed. */
  async wake({ manager }: Tx, runId: string): Promise<void> {
    await manager.update(RunLeaseEntity, { runId }, { restsUntil: null });
  }

  /** Resets the tries of all resting runs with at most this many. */
  async wakeAll({ manager }: Tx, mostTries: number): Promise<void> {
    await manager
      .createQueryBuilder()
      .update(RunLeaseEntity)
      .set({ restsUntil: null, tries: 0 })
      .where('rests_until IS NOT NULL AND tries <= :mostTries', { mostTries })
      .updateEntity(false)
      .execute();
  }

  async delete(manager: EntityManager, runId: string): Promise<void> {
    await manager.createQueryBuilder().delete().from(RunLeaseEntity).where({ runId }).execute();
  }

  /** All leases of the owner. */
  async heldBy(owner: string): Promise<readonly HeldLease[]> {
    const rows = await heldBy.run(this.dataSource.manager, [owner]);
    return rows.map(({ run_id, fence, cancel_requested_at }) => ({
      runId: String(run_id),
      fence: Number(fence),
      cancelRequested: cancel_requested_at !== null,
    }));
  }
}

/** Parameters: newest journal, owner, seen group, JSON lists of excepted runs and floors, limit, owner. */
function claimPage(isPostgres: boolean, now: string): Statement {
  const excepted = listed(isPostgres);
  const free =
    `SELECT lease.run_id FROM run_leases lease JOIN runs run ON run.id = lease.run_id ${itsFloor} ` +
    `WHERE run.ended_at IS NULL AND ${isKnown('?')} ` +
    `AND (lease.rests_until IS NULL OR lease.rests_until <= ${now}) ` +
    'AND (lease.owner IS NULL OR lease.owner = ? OR lease.owner NOT IN ' +
    `(SELECT owner FROM lease_holders WHERE expires_at >= ${now})) ` +
    `AND ${isSeen('?')} AND lease.run_id NOT IN (${excepted}) ` +
    `AND (run.cancel_requested_at IS NOT NULL OR run.workspace_id NOT IN (${excepted})) ` +
    // SQLite compiles a statement anew for each value of a bare parameter here.
    `ORDER BY ${runOrderSql} LIMIT ? + 0 ` +
    (isPostgres ? 'FOR UPDATE OF lease SKIP LOCKED' : '');
  return new Statement(
    `WITH free AS ${isPostgres ? 'MATERIALIZED ' : ''}(${free}) ` +
      'UPDATE run_leases SET owner = ?, fence = fence + 1, tries = tries + 1, rests_until = NULL ' +
      'WHERE run_id IN (SELECT run_id FROM free) RETURNING run_id, fence, tries',
  );
}

/** Parameters: owner, JSON list of excepted runs. Skips rows that are locked. */
function giveBackRemainder(isPostgres: boolean): Statement {
  return new Statement(
    'UPDATE run_leases SET owner = NULL WHERE run_id IN ' +
      `(SELECT run_id FROM run_leases WHERE owner = ? AND run_id NOT IN (${listed(isPostgres)}) ` +
      `${isPostgres ? 'FOR UPDATE SKIP LOCKED' : ''})`,
  );
}

/** The values of a JSON list, which is a parameter. */
function listed(isPostgres: boolean): string {
  return isPostgres
    ? 'SELECT jsonb_array_elements_text(CAST(? AS jsonb))'
    : 'SELECT value FROM json_each(?)';
}
