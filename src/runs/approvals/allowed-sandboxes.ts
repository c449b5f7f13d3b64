import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { Tx } from '../../platform/database/tx.js';
import type { AllowedSandbox } from '../../protocol/records/approval-parts.js';
import type { Approval, Run } from '../../protocol/records/work.js';
import { AllowedSandboxEntity } from '../history/result.entities.js';
import { ApprovalsRepository } from './approvals.repository.js';

/** Stands for all runs of a floor. */
const everyRun = '';

type Reached = Pick<Run, 'id' | 'workspaceId'>;

/**
 * Runs and floors whose commands may run in a sandbox without asking, one row each until a person
 * revokes it.
 */
@Injectable()
export class AllowedSandboxes {
  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsRepository,
  ) {}

  list(workspaceId: string): Promise<readonly AllowedSandbox[]> {
    return this.read(this.dataSource.manager, workspaceId);
  }

  /** True if a person has allowed the commands of a run, or of its floor. */
  reach(run: Reached): Promise<boolean> {
    return reaches(this.dataSource.manager, run);
  }

  /** As `reach`; the answer cannot change until the transaction ends. */
  async stillReach(tx: Tx, run: Reached): Promise<boolean> {
    await this.approvals.lockRun(tx, run.id);
    await this.approvals.lockFloor(tx, run.workspaceId);
    return reaches(tx.manager, run);
  }

  /** Allows the sandbox of an approval for its run or floor, which the caller has locked. */
  async allow({ manager }: Tx, approval: Approval, by: string, at: number): Promise<void> {
    const { id, runId, sandbox, scope } = approval;
    if (sandbox === undefined) return;
    const row = {
      workspaceId: sandbox.workspaceId,
      runId: scope === 'sandbox-floor' ? everyRun : runId,
      ...{ approvalId: id, allowedAt: at, allowedBy: by === '' ? null : by },
    };
    await manager.upsert(AllowedSandboxEntity, row, ['workspaceId', 'runId']);
  }

  /**
   * Revokes the permission of a run, of the floor itself (null), or all (absent); returns how many
   * were revoked.
   */
  async revoke(tx: Tx, workspaceId: string, runId?: string | null): Promise<number> {
    const before = await this.ofFloor(tx, workspaceId);
    const where = { workspaceId, ...(runId !== undefined && { runId: runId ?? everyRun }) };
    await tx.manager.delete(AllowedSandboxEntity, where);
    return before.filter((one) => runId === undefined || one.runId === runId).length;
  }

  /**
   * The permissions on a floor. Until the transaction ends, nobody can add or revoke one for the
   * floor.
   */
  async ofFloor(tx: Tx, workspaceId: string): Promise<readonly AllowedSandbox[]> {
    await this.approvals.lockFloor(tx, workspaceId);
    return this.read(tx.manager, workspaceId);
  }

  private async read(
    manager: EntityManager,
    workspaceId: string,
  ): Promise<readonly AllowedSandbox[]> {
    const rows = await manager.find(AllowedSandboxEntity, {
      where: { workspaceId },
      order: { runId: 'ASC' },
    });
    return rows.map(({ workspaceId: _, runId, ...one }) => ({
      ...one,
      runId: runId === everyRun ? null : runId,
    }));
  }
}

function reaches(manager: EntityManager, { id, workspaceId }: Reached): Promise<boolean> {
  return manager.existsBy(AllowedSandboxEntity, { workspaceId, runId: In([id, everyRun]) });
}
