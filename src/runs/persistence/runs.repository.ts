import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not, type EntityManager } from 'typeorm';
import { Statement } from '../../platform/database/statement.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Run } from '../../protocol/records/work.js';
import type { RunProgress } from '../domain/run-progress.js';
import { RunEntity } from './run.entity.js';

const updateRun = new Statement(
  'UPDATE runs SET status = ?, record_json = ?, progress_json = NULL, ended_at = ? WHERE id = ?',
);

const updateProgress = new Statement('UPDATE runs SET progress_json = ? WHERE id = ?');

@Injectable()
export class RunsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(tx: Tx, run: Run, autoApproveShell: boolean): Promise<void> {
    await tx.manager
      .createQueryBuilder()
      .insert()
      .into(RunEntity)
      .values({
        id: run.id,
        workspaceId: run.workspaceId,
        status: run.status,
        stored: run,
        progress: null,
        autoApproveShell,
        createdAt: run.createdAt,
        endedAt: null,
        cancelRequestedAt: null,
      })
      .updateEntity(false)
      .execute();
  }

  /** Stores the record as it now is; the caller has proved its lease. */
  async update(manager: EntityManager, run: Run): Promise<void> {
    await updateRun.run(manager, [run.status, JSON.stringify(run), run.endedAt, run.id]);
  }

  /** Stores what turns have changed since the record was stored; the same holds. */
  async storeProgress(manager: EntityManager, runId: string, progress: RunProgress): Promise<void> {
    await updateProgress.run(manager, [JSON.stringify(progress), runId]);
  }

  find(id: string): Promise<RunEntity | null> {
    return this.dataSource.manager.findOneBy(RunEntity, { id });
  }

  /** Every run that is not final. */
  async unfinished(): Promise<readonly Run[]> {
    const rows = await this.dataSource.manager.findBy(RunEntity, { endedAt: IsNull() });
    return rows.map((row) => row.record);
  }

  async unfinishedIds(): Promise<readonly string[]> {
    const rows = await this.dataSource.manager.find(RunEntity, {
      select: { id: true },
      where: { endedAt: IsNull() },
    });
    return rows.map((row) => row.id);
  }

  /** The final runs created last. */
  async latestFinal(count: number): Promise<readonly Run[]> {
    const rows = await this.dataSource.manager.find(RunEntity, {
      where: { endedAt: Not(IsNull()) },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: count,
    });
    return rows.map((row) => row.record);
  }

  /** Marks a run that is not final for cancelling. False: it is final, or unknown. */
  async requestCancel(tx: Tx, id: string, at: number): Promise<boolean> {
    const result = await tx.manager
      .createQueryBuilder()
      .update(RunEntity)
      .set({ cancelRequestedAt: at })
      .where('id = :id AND ended_at IS NULL', { id })
      .updateEntity(false)
      .execute();
    return result.affected === 1;
  }
}
