import { Injectable } from '@nestjs/common';
import { DataSource, LessThanOrEqual, type EntityManager } from 'typeorm';
import { Statement } from '../../platform/database/statement.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Approval } from '../../protocol/records/work.js';
import { ApprovalEntity } from './result.entities.js';

const lockGrant = new Statement('SELECT pg_advisory_xact_lock(hashtextextended(?, 12))');

@Injectable()
export class ApprovalsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(
    manager: EntityManager,
    approval: Approval,
    stepKey: string,
    dueAt: number,
    grantKey: string | null = null,
  ): Promise<void> {
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
        requestedAt: approval.requestedAt,
        dueAt,
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
    return manager.find(ApprovalEntity, {
      where: { status: 'pending' },
      order: { requestedAt: 'ASC', id: 'ASC' },
    });
  }

  async pendingOfRun(tx: Tx, runId: string): Promise<readonly Approval[]> {
    const rows = await tx.manager.findBy(ApprovalEntity, { runId, status: 'pending' });
    return rows.map((row) => row.record);
  }

  /** Pending ones whose time is up. */
  async overdue(now: number): Promise<readonly Approval[]> {
    const rows = await this.dataSource.manager.findBy(ApprovalEntity, {
      status: 'pending',
      dueAt: LessThanOrEqual(now),
    });
    return rows.map((row) => row.record);
  }

  /** When the next pending approval is due, in ms; null when none waits. */
  async nextDue(): Promise<number | null> {
    const row = await this.dataSource.manager.findOne(ApprovalEntity, {
      where: { status: 'pending' },
      order: { dueAt: 'ASC' },
    });
    return row?.dueAt ?? null;
  }

  /** Every approval of a run, oldest first. */
  ofRun(runId: string): Promise<readonly ApprovalEntity[]> {
    return this.dataSource.manager.find(ApprovalEntity, {
      where: { runId },
      order: { requestedAt: 'ASC', id: 'ASC' },
    });
  }
}
