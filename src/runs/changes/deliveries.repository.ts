import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { databaseNow } from '../../platform/database/statement.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Approval } from '../../protocol/records/work.js';
import { ApprovalsRepository } from '../approvals/approvals.repository.js';
import { mayTake } from '../queue/leases.repository.js';
import { ApprovalEntity } from '../history/result.entities.js';

/** Prefix of the branch in the question's step key. */
const keyPrefix = 'deliver/';

/** Carrier of a delivery that no process has begun. */
const nobody = '';

type OpenDelivery = Pick<ApprovalEntity, 'id' | 'message'>;

/** A delivery that a person was asked about and that has not been carried out. */
export interface DecidedDelivery {
  readonly approval: Approval;
  readonly branch: string;
  /** Message of its single commit; null: one commit per turn, with messages of the office. */
  readonly message: string | null;
}

/**
 * Requested deliveries: approvals, decided or not, that stay open until a process has carried them
 * out. Only one process at a time does so, while its leases stand.
 */
@Injectable()
export class DeliveriesRepository {
  private readonly mayTake: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsRepository,
  ) {
    this.mayTake = mayTake('carrier', databaseNow(dataSource.options.type));
  }

  /** The open question for the same delivery that is neither refused nor carried out. */
  async findOpen({ manager }: Tx, runId: string, branch: string): Promise<OpenDelivery | null> {
    const open = await manager
      .createQueryBuilder(ApprovalEntity, 'approval')
      .where('approval.run_id = :runId', { runId })
      .andWhere('approval.step_key = :key', { key: keyPrefix + branch })
      .andWhere('approval.carrier IS NOT NULL')
      .getOne();
    return open === null ? null : { id: open.id, message: open.message };
  }

  async ask({ manager }: Tx, asked: DecidedDelivery, waitMs: number): Promise<void> {
    const { approval, branch, message } = asked;
    await this.approvals.insert(manager, approval, keyPrefix + branch, waitMs);
    await manager.update(ApprovalEntity, { id: approval.id }, { carrier: nobody, message });
  }

  /** Deliveries that the owner may carry out, the oldest first. */
  async decided(owner: string): Promise<readonly DecidedDelivery[]> {
    const rows = await this.dataSource.manager
      .createQueryBuilder(ApprovalEntity, 'approval')
      .where("carrier IS NOT NULL AND status <> 'pending'")
      .andWhere(this.mayTake, { owner })
      .orderBy('approval.requestedAt', 'ASC')
      .getMany();
    return rows.map(({ record, stepKey, message }) => ({
      approval: record,
      message,
      branch: stepKey.slice(keyPrefix.length),
    }));
  }

  /** False: another process carries it out or has done so. */
  async claim({ manager }: Tx, id: string, owner: string): Promise<boolean> {
    const result = await manager
      .createQueryBuilder()
      .update(ApprovalEntity)
      .set({ carrier: owner })
      .where('id = :id AND carrier IS NOT NULL', { id })
      .andWhere(this.mayTake, { owner })
      .updateEntity(false)
      .execute();
    return result.affected === 1;
  }

  async done({ manager }: Tx, id: string): Promise<void> {
    await manager.update(ApprovalEntity, { id }, { carrier: null });
  }
}
