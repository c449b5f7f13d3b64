import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, IsNull } from 'typeorm';
import { Clock } from '../../platform/clock.js';
import { databaseNow, Statement } from '../../platform/database/statement.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Approval } from '../../protocol/records/work.js';
import { ApprovalEntity } from '../history/result.entities.js';

const lockGrant = new Statement('SELECT pg_advisory_xact_lock(hashtextextended(?, 12))');
const lockPending = new Statement(
  "SELECT id FROM approvals WHERE run_id = ? AND status = 'pending' ORDER BY id FOR NO KEY UPDATE",
);
const lockOne = new Statement(
  "SELECT id FROM approvals WHERE id = ? AND status = 'pending' FOR NO KEY UPDATE",
);
const lockUngranted = new Statement(
  "SELECT id FROM approvals WHERE status = 'pending' AND grant_key IS NULL ORDER BY id FOR NO KEY UPDATE",
);

const readWaits = new Statement(
  "SELECT id, requested_at, due_at FROM approvals WHERE status = 'pending'",
);

const readNow = new Statement(`SELECT ${databaseNow('postgres')} AS now`);

export interface ApprovalWait {
  readonly id: string;
  readonly leftMs: number;
  /** Total waiting time, ms. */
  readonly wholeMs: number;
}

/** Due time of an approval in whole ms, as stores keep it, and within exact numbers. */
export function dueTime(at: number, waitMs: number): number {
  return Math.min(Math.ceil(at + waitMs), Number.MAX_SAFE_INTEGER);
}

@Injectable()
export class ApprovalsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @param waitMs waiting time from now, by the database's clock */
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

  /** Stores an answer only while the approval is pending. False: it was decided meanwhile. */
  async storeAnswer(tx: Tx, decided: Approval): Promise<boolean> {
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

  /** Locked, so that answers to different items build on each other. */
  async findPending(tx: Tx, id: string): Promise<Approval | null> {
    if (isPostgres(tx)) await lockOne.run(tx.manager, [id]);
    const row = await tx.manager.findOneBy(ApprovalEntity, { id, status: 'pending' });
    return row?.record ?? null;
  }

  /** The grant key that a yes to an approval grants; null: none. */
  async grantOf(tx: Tx, id: string): Promise<string | null> {
    const row = await tx.manager.findOneBy(ApprovalEntity, { id });
    return row?.grantKey ?? null;
  }

  /** Serialises questions with a grant key and the answers that grant it. */
  async lockGrant(tx: Tx, grantKey: string): Promise<void> {
    if (isPostgres(tx)) await lockGrant.run(tx.manager, [grantKey]);
  }

  /** Serialises questions of a run and the answers for the rest of it. */
  lockRun(tx: Tx, runId: string): Promise<void> {
    return this.lockGrant(tx, `run ${runId}`);
  }

  /** Serialises questions on a floor and the answers to its checks. */
  lockFloor(tx: Tx, workspaceId: string): Promise<void> {
    return this.lockGrant(tx, `checks ${workspaceId}`);
  }

  /** An approval as stored, not locked. */
  async read(tx: Tx, id: string): Promise<Approval | null> {
    const row = await tx.manager.findOneBy(ApprovalEntity, { id });
    return row?.record ?? null;
  }

  /** Approvals of a run that are approved, or pending and perhaps approved in part. */
  async approvedOfRun(tx: Tx, runId: string): Promise<readonly Approval[]> {
    const where = { runId, status: In(['approved', 'pending']) };
    const rows = await tx.manager.findBy(ApprovalEntity, where);
    return rows.map((row) => row.record);
  }

  /** Pending approvals with the same grant key, in a fixed order for locking. */
  async pendingOfGrant(tx: Tx, grantKey: string): Promise<readonly Approval[]> {
    const rows = await tx.manager.find(ApprovalEntity, {
      where: { grantKey, status: 'pending' },
      order: { id: 'ASC' },
    });
    return rows.map((row) => row.record);
  }

  /** The latest approvals of the same grant key that were approved. */
  async approvedOfGrant(tx: Tx, grantKey: string): Promise<readonly Approval[]> {
    const rows = await tx.manager.find(ApprovalEntity, {
      where: { grantKey, status: 'approved' },
      order: { requestedAt: 'DESC' },
      take: 20,
    });
    return rows.map((row) => row.record);
  }

  /** Pending approvals, the longest waiting first. */
  async pending(manager: EntityManager): Promise<readonly ApprovalEntity[]> {
    const rows = await manager.findBy(ApprovalEntity, { status: 'pending' });
    return rows.sort(inOrder);
  }

  /** Locked in the order of their ids, so that two deciders never deadlock. */
  async pendingOfRun(tx: Tx, runId: string): Promise<readonly Approval[]> {
    if (isPostgres(tx)) await lockPending.run(tx.manager, [runId]);
    const where = { runId, status: 'pending' } as const;
    const rows = await tx.manager.find(ApprovalEntity, { where, order: { id: 'ASC' } });
    return rows.map((row) => row.record);
  }

  /** Pending approvals of all runs without a grant key, locked in order of their ids. */
  async pendingUngranted(tx: Tx): Promise<readonly Approval[]> {
    if (isPostgres(tx)) await lockUngranted.run(tx.manager, []);
    const where = { status: 'pending' as const, grantKey: IsNull() };
    const rows = await tx.manager.find(ApprovalEntity, { where, order: { id: 'ASC' } });
    return rows.map((row) => row.record);
  }

  /** Remaining time of each pending approval, at most its total time. */
  async waits(): Promise<readonly ApprovalWait[]> {
    const now = await this.now(this.dataSource.manager);
    const rows = await readWaits.run(this.dataSource.manager, []);
    return rows.map(({ id, requested_at, due_at }) => {
      const dueAt = Number(due_at);
      const wholeMs = dueAt - Number(requested_at);
      return { id: String(id), wholeMs, leftMs: Math.min(wholeMs, Math.max(0, dueAt - now)) };
    });
  }

  /** Time of the database's clock; for a file, that of its process. */
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

function isPostgres({ manager }: Tx): boolean {
  return manager.connection.options.type === 'postgres';
}

/** Orders by the time of the question, which the service's clock gives, unlike the row's time. */
function inOrder(one: ApprovalEntity, other: ApprovalEntity): number {
  const byTime = one.record.requestedAt - other.record.requestedAt;
  return byTime === 0 ? Number(one.id > other.id) - Number(one.id < other.id) : byTime;
}
