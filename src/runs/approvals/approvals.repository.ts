import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock.js';
import { databaseNow, Statement } from '../../platform/database/statement.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Approval } from '../../protocol/records/work.js';
import { ApprovalEntity } from '../history/result.entities.js';

const lockGrant = new Statement('SELECT pg_advisory_xact_lock(hashtextextended(?, 12))');
const lockPending = new Statement(
  "SELECT id FROM approvals WHERE run_id = ? AND status = 'pending' ORDER BY id FOR NO KEY UPDATE",
);

const readNow = new Statement(`SELECT ${databaseNow('postgres')} AS now`);

export interface ApprovalWait {
  readonly id: string;
  readonly leftMs: number;
  /** For how long it was to wait in all, ms. */
  readonly wholeMs: number;
}

/**
 * When an approval asked for at a time is due, in whole ms: a store keeps nothing finer, and no
 * number beyond the exact ones.
 */
export function dueTime(at: number, waitMs: number): number {
  return Math.min(Math.ceil(at + waitMs), Number.MAX_SAFE_INTEGER);
}

@Injectable()
export class ApprovalsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @param waitMs how long it waits for a person, from now by the clock of the database */
  async insert(
    manager: EntityManager,
    approval: Approval,
    stepKey: string,
    waitMs: number,
    grantKey: string | null = null,
  ): Promise<void> {
    const requestedAt = await this.now(manager);
    await manager
      .createQueryBuilder()
      .insert()
      .into(ApprovalEntity)
      .values({
        id: approval.id,
        runId: approval.runId,
        stepKey,
        status: approval.status,
        record: approval,
        requestedAt,
        dueAt: dueTime(requestedAt, waitMs),
        carrier: null,
        grantKey,
      })
      .updateEntity(false)
      .execute();
  }

  /**
   * Stores the decision only where the approval is still pending. False: it was decided meanwhile.
   */
  async markDecided(tx: Tx, decided: Approval): Promise<boolean> {
    const result = await tx.manager
      .createQueryBuilder()
      .update(ApprovalEntity)
      .set({ status: decided.status, record: decided })
      .where("id = :id AND status = 'pending'", { id: decided.id })
      .updateEntity(false)
      .execute();
    return result.affected === 1;
  }

  async find(id: string): Promise<Approval | null> {
    const row = await this.dataSource.manager.findOneBy(ApprovalEntity, { id });
    return row?.record ?? null;
  }

  async findPending(tx: Tx, id: string): Promise<Approval | null> {
    const row = await tx.manager.findOneBy(ApprovalEntity, { id, status: 'pending' });
    return row?.record ?? null;
  }

  /** What a yes to it opens; null: nothing else. */
  async grantOf(tx: Tx, id: string): Promise<string | null> {
    const row = await tx.manager.findOneBy(ApprovalEntity, { id });
    return row?.grantKey ?? null;
  }

  /** Whoever asks for a grant and whoever gives it go one after the other. */
  async lockGrant({ manager }: Tx, grantKey: string): Promise<void> {
    if (manager.connection.options.type === 'postgres') await lockGrant.run(manager, [grantKey]);
  }

  /** Pending ones that ask for the same, in an order that all take. */
  async pendingOfGrant(tx: Tx, grantKey: string): Promise<readonly Approval[]> {
    const rows = await tx.manager.find(ApprovalEntity, {
      where: { grantKey, status: 'pending' },
      order: { id: 'ASC' },
    });
    return rows.map((row) => row.record);
  }

  /** The last yeses to the same. */
  async approvedOfGrant(tx: Tx, grantKey: string): Promise<readonly Approval[]> {
    const rows = await tx.manager.find(ApprovalEntity, {
      where: { grantKey, status: 'approved' },
      order: { requestedAt: 'DESC' },
      take: 20,
    });
    return rows.map((row) => row.record);
  }

  /** Pending approvals that wait longest first. */
  async pending(manager: EntityManager): Promise<readonly ApprovalEntity[]> {
    const rows = await manager.findBy(ApprovalEntity, { status: 'pending' });
    return rows.sort(inOrder);
  }

  /** Locked in the order of their ids, so that no two who decide several wait for each other. */
  async pendingOfRun(tx: Tx, runId: string): Promise<readonly Approval[]> {
    const isPostgres = tx.manager.connection.options.type === 'postgres';
    if (isPostgres) await lockPending.run(tx.manager, [runId]);
    const where = { runId, status: 'pending' } as const;
    const rows = await tx.manager.find(ApprovalEntity, { where, order: { id: 'ASC' } });
    return rows.map((row) => row.record);
  }

  /** For how long each pending one goes on waiting; never longer than it was to wait in all. */
  async waits(): Promise<readonly ApprovalWait[]> {
    const now = await this.now(this.dataSource.manager);
    const rows = await this.dataSource.manager.find(ApprovalEntity, {
      select: { id: true, requestedAt: true, dueAt: true },
      where: { status: 'pending' },
    });
    return rows.map(({ id, requestedAt, dueAt }) => {
      const wholeMs = dueAt - requestedAt;
      return { id, wholeMs, leftMs: Math.min(wholeMs, Math.max(0, dueAt - now)) };
    });
  }

  /** The clock of the database; that of a file is the one of its process. */
  private async now(manager: EntityManager): Promise<number> {
    const { type } = manager.connection.options;
    if (type !== 'postgres') return this.clock.now();
    const [row] = await readNow.run(manager, []);
    return Number(row?.now);
  }

  /** Every approval of a run, oldest first. */
  async ofRun(runId: string): Promise<readonly ApprovalEntity[]> {
    return (await this.dataSource.manager.findBy(ApprovalEntity, { runId })).sort(inOrder);
  }
}

/** As people were asked; the row's own time is of the database's clock. */
function inOrder(one: ApprovalEntity, other: ApprovalEntity): number {
  const byTime = one.record.requestedAt - other.record.requestedAt;
  return byTime === 0 ? Number(one.id > other.id) - Number(one.id < other.id) : byTime;
}
