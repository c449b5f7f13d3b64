import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, Raw } from 'typeorm';
import {
  places,
  sendByRows,
  Statement,
  statementsByRows,
} from '../../platform/database/statement.js';
import type { TurnOutcome, TurnOutcomes } from '../../models/signals/learned/turn-outcomes.js';
import type { Artifact, TurnRecord } from '../../protocol/records/work.js';
import { ArtifactEntity, TurnEntity } from './result.entities.js';

const insertTurn = new Statement(
  'INSERT INTO turns (id, run_id, stage_id, step_key, record_json, outcome_json, started_at) ' +
    `VALUES ${places(1, 7)}`,
);

const markChanged = new Statement(
  'UPDATE run_search SET changed = 1 WHERE run_id = ? AND changed = 0',
);

const insertArtifacts = statementsByRows(
  (rows) =>
    `INSERT INTO artifacts (id, run_id, record_json, created_at, position) VALUES ${places(rows, 5)}`,
);

/** The results of runs: settled turns and artifacts. */
@Injectable()
export class ResultsRepository implements TurnOutcomes {
  constructor(private readonly dataSource: DataSource) {}

  async insertTurn(manager: EntityManager, stepKey: string, turn: TurnRecord): Promise<void> {
    const { id, runId, stageId, startedAt } = turn;
    // A copied turn was counted for its models in its original run.
    const outcome = turn.takenFrom === undefined ? outcomeOfTurn(turn) : null;
    const documents = [JSON.stringify(turn), JSON.stringify(outcome)];
    await insertTurn.send(manager, [id, runId, stageId, stepKey, ...documents, startedAt]);
    if (changedFiles(turn)) await markChanged.send(manager, [runId]);
  }

  async insertArtifacts(manager: EntityManager, artifacts: readonly Artifact[]): Promise<void> {
    const rows = artifacts.map((artifact, position) => {
      const { id, runId, createdAt } = artifact;
      return [id, runId, JSON.stringify(artifact), createdAt, position];
    });
    await sendByRows(manager, insertArtifacts, rows);
  }

  /** Settled turns of a run by start. */
  turnsOf(runId: string): Promise<readonly TurnEntity[]> {
    return this.dataSource.manager.find(TurnEntity, {
      where: { runId },
      order: { startedAt: 'ASC', id: 'ASC' },
    });
  }

  /** Artifacts of a run by creation. */
  async artifactsOf(runId: string): Promise<readonly Artifact[]> {
    const rows = await this.dataSource.manager.find(ArtifactEntity, {
      where: { runId },
      order: { createdAt: 'ASC', position: 'ASC' },
    });
    return rows.map((row) => row.record);
  }

  /** Model outcomes of the latest settled turns, newest first, without copies. */
  async recent(most: number): Promise<readonly TurnOutcome[]> {
    const rows = await this.dataSource.manager.find(TurnEntity, {
      select: { id: true, outcome: true },
      where: { outcome: Raw((column) => `${column} <> 'null'`) },
      order: { startedAt: 'DESC' },
      take: most,
    });
    return rows.flatMap((row) => row.outcome ?? []);
  }
}

/** Whether the turn changed files of its run; a copied turn changed those of the original run. */
function changedFiles({ diff, wroteFiles, takenFrom }: TurnRecord): boolean {
  return takenFrom === undefined && (wroteFiles.length > 0 || (diff?.files.length ?? 0) > 0);
}

/** The outcome of a settled turn for the models that it was routed to and answered by. */
function outcomeOfTurn(turn: TurnRecord): TurnOutcome {
  const { providerId, modelId, taskClass } = turn.route;
  return {
    taskClass,
    routed: { providerId, modelId },
    servedBy: turn.servedBy ?? null,
    status: turn.status,
    error: turn.error,
  };
}
