import { Injectable } from '@nestjs/common';
import {
  DataSource,
  type FindManyOptions,
  IsNull,
  Not,
  type EntityManager,
  MoreThanOrEqual,
} from 'typeorm';
import { places, Statement } from '../../platform/database/statement.js';
import type { Tx } from '../../platform/database/tx.js';
import { NotFoundError } from '../../platform/errors/office-error.js';
import { limits } from '../../protocol/limits.js';
import type { RunStatus } from '../../protocol/records/enums.js';
import type { RunDeed } from '../../protocol/records/evidence.js';
import type { Run, RunInstruction } from '../../protocol/records/work.js';
import { runTexts } from '../../protocol/texts/runs.js';
import { withDeed } from './deeds.js';
import type { RunProgress } from './run-progress.js';
import { journalVersion } from '../engine/journal/journal-version.js';
import { movingColumnsOf, searchColumnsOf } from './run-search-row.js';
import { RunEntity, type StoredComments } from './run.entity.js';
import { queuePlace, runOrder } from '../queue/run-order.js';

const insert = new Statement(
  'INSERT INTO run_search (run_id, workspace_id, created_at, search_text, search_stems, ' +
    `pipeline_id, role_ids, spent_usd, worked_ms) VALUES ${places(1, 9)}`,
);

const update = new Statement(
  'UPDATE run_search SET search_text = ?, search_stems = ?, pipeline_id = ?, role_ids = ?, ' +
    'spent_usd = ?, worked_ms = ? WHERE run_id = ?',
);

const updateMoving = new Statement(
  'UPDATE run_search SET role_ids = ?, spent_usd = ? WHERE run_id = ?',
);

const updateRun = new Statement(
  'UPDATE runs SET status = ?, record_json = ?, progress_json = NULL, ended_at = ? WHERE id = ?',
);

const updateSteering = new Statement('UPDATE runs SET steering_json = ? WHERE id = ?');

const updateDeeds = new Statement('UPDATE runs SET deeds_json = ? WHERE id = ?');

const updateComments = new Statement('UPDATE runs SET comments_json = ? WHERE id = ?');

const updateProgress = new Statement('UPDATE runs SET progress_json = ? WHERE id = ?');

const updateRepositoryBrief = new Statement('UPDATE runs SET repository_brief = ? WHERE id = ?');

const lockRun = new Statement('UPDATE runs SET created_at = created_at WHERE id = ?');

const nextQueued: Pick<FindManyOptions<RunEntity>, 'where' | 'order'> = {
  where: { endedAt: IsNull(), status: 'queued' },
  order: runOrder,
};

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
        instructions: null,
        deeds: null,
        comments: null,
        journalVersion,
        autoApproveShell,
        repositoryBrief: null,
        createdAt: run.createdAt,
        queuePlace: queuePlace(run),
        endedAt: null,
        cancelRequestedAt: null,
      })
      .updateEntity(false)
      .execute();
    await insertSearched(tx.manager, run);
  }

  /** The caller must have proved the run's lease, or locked it. */
  async update(manager: EntityManager, run: Run): Promise<void> {
    const { id, status, endedAt } = run;
    await updateRun.send(manager, [status, JSON.stringify(run), endedAt, id]);
    await updateSearched(manager, run);
  }

  /** Stores changes by turns since the record was stored; same condition as for `update`. */
  async storeProgress(manager: EntityManager, runId: string, progress: RunProgress): Promise<void> {
    await updateProgress.send(manager, [JSON.stringify(progress), runId]);
  }

  /** Stores the survey of the workspace; same condition as for `update`. */
  async storeRepositoryBrief(manager: EntityManager, runId: string, brief: string): Promise<void> {
    await updateRepositoryBrief.send(manager, [brief, runId]);
  }

  find(id: string): Promise<RunEntity | null> {
    return this.dataSource.manager.findOneBy(RunEntity, { id });
  }

  /** @throws NotFoundError when there is no such run */
  async require(id: string): Promise<RunEntity> {
    const row = await this.find(id);
    if (row === null) throw new NotFoundError(runTexts.noRun(id));
    return row;
  }

  /** All runs at work, and this many queued ones, the oldest first. */
  async unfinished(manager: EntityManager, queued: number): Promise<readonly Run[]> {
    const begun = await manager.findBy(RunEntity, { endedAt: IsNull(), status: Not('queued') });
    const waiting = await manager.find(RunEntity, { ...nextQueued, take: queued });
    return [...begun, ...waiting].map((row) => row.record);
  }

  /** Runs that are not final; of a long queue only the next ones. */
  active(): Promise<readonly Run[]> {
    return this.unfinished(this.dataSource.manager, limits.queuedRunsHeld);
  }

  /** Runs that have begun, and were at work at the time, ms, or later. */
  async atWorkSince(at: number): Promise<readonly Run[]> {
    const rows = await this.dataSource.manager.findBy(RunEntity, [
      { endedAt: IsNull(), status: Not('queued') },
      { endedAt: MoreThanOrEqual(at) },
    ]);
    return rows.map((row) => row.record);
  }

  /** Locks the run until the transaction ends. */
  async lock({ manager }: Tx, id: string): Promise<void> {
    await lockRun.run(manager, [id]);
  }

  /** Ids and floors of the queued runs after the first `after`. */
  async queuedAfter(
    manager: EntityManager,
    count: number,
  ): Promise<readonly (readonly [id: string, workspaceId: string])[]> {
    const rows = await manager.find(RunEntity, {
      ...nextQueued,
      select: { id: true, workspaceId: true },
      skip: count,
    });
    return rows.map(({ id, workspaceId }) => [id, workspaceId]);
  }

  /** All queued runs. */
  async allQueued(): Promise<readonly Run[]> {
    const rows = await this.dataSource.manager.find(RunEntity, nextQueued);
    return rows.map((row) => row.record);
  }

  /** Number of the floor's runs that are not final, as the transaction sees it. */
  countActive({ manager }: Tx, workspaceId: string): Promise<number> {
    return manager.countBy(RunEntity, { workspaceId, endedAt: IsNull() });
  }

  /** Spending of the floor's begun and not final runs, as the transaction sees it. */
  async activeSpendUsd({ manager }: Tx, workspaceId: string): Promise<number> {
    const begun = { workspaceId, endedAt: IsNull(), status: Not<RunStatus>('queued') };
    const rows = await manager.findBy(RunEntity, begun);
    return rows.reduce((sum, { record }) => sum + record.budget.spentUsd, 0);
  }

  /** The final runs created last. */
  async latestFinal(count: number, manager: EntityManager): Promise<readonly Run[]> {
    const rows = await manager.find(RunEntity, {
      where: { endedAt: Not(IsNull()) },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: count,
    });
    return rows.map((row) => row.record);
  }

  /** A run that is not final, locked until the transaction ends; null: final or unknown. */
  async lockActive(tx: Tx, id: string): Promise<Run | null> {
    const locked = await tx.manager
      .createQueryBuilder()
      .update(RunEntity)
      .set({ createdAt: () => 'created_at' })
      .where('id = :id AND ended_at IS NULL', { id })
      .updateEntity(false)
      .execute();
    if (locked.affected !== 1) return null;
    return (await tx.manager.findOneBy(RunEntity, { id }))?.record ?? null;
  }

  /** Stored beside the record, which only the lease's holder writes. */
  async storeInstructions(
    tx: Tx,
    id: string,
    instructions: readonly RunInstruction[],
  ): Promise<void> {
    const steering = JSON.stringify(instructions);
    await updateSteering.send(tx.manager, [steering, id]);
  }

  /**
   * Adds a deed done with an ended run's change and announces the run; stored beside the record,
   * which is final.
   */
  async addDeed(tx: Tx, id: string, deed: RunDeed): Promise<void> {
    await this.lock(tx, id);
    const row = await tx.manager.findOneBy(RunEntity, { id });
    if (row === null) return;
    const changes = withDeed(row.deeds ?? [], deed);
    await updateDeeds.send(tx.manager, [JSON.stringify(changes), id]);
    tx.publish({ type: 'run.updated', run: { ...row.record, changes } });
  }

  /**
   * A run, locked until the transaction ends.
   * @throws NotFoundError when there is no such run
   */
  async requireLocked(tx: Tx, id: string): Promise<RunEntity> {
    await this.lock(tx, id);
    const row = await tx.manager.findOneBy(RunEntity, { id });
    if (row === null) throw new NotFoundError(runTexts.noRun(id));
    return row;
  }

  /** Replaces the comments on the change of a locked run; stored beside the record. */
  async storeComments(tx: Tx, id: string, comments: StoredComments): Promise<void> {
    await updateComments.send(tx.manager, [JSON.stringify(comments), id]);
  }

  /** Marks a run that is not final for cancellation. False: final or unknown. */
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

/** Makes a new run searchable. */
async function insertSearched(manager: EntityManager, run: Run): Promise<void> {
  const { id, workspaceId, createdAt } = run;
  await insert.send(manager, [id, workspaceId, createdAt, ...Object.values(searchColumnsOf(run))]);
}

/** Updates how a run is found: by its course, and after its end by its results. */
async function updateSearched(manager: EntityManager, run: Run): Promise<void> {
  if (run.endedAt === null)
    await updateMoving.send(manager, [...Object.values(movingColumnsOf(run)), run.id]);
  else await update.send(manager, [...Object.values(searchColumnsOf(run)), run.id]);
}
