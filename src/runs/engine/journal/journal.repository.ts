import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { places, sendByRows, Statement, statementsByRows } from '#platform/database/statement.js';
import { JournalStepEntity } from './journal-step.entity.js';

export interface JournalStep {
  readonly key: string;
  readonly state: string;
  readonly value: unknown;
}

const upsertSteps = statementsByRows(
  (rows) =>
    `INSERT INTO journal_steps (run_id, key, state, value_json, at) VALUES ${places(rows, 5)} ` +
    'ON CONFLICT (run_id, key) DO UPDATE SET ' +
    'state = excluded.state, value_json = excluded.value_json, at = excluded.at',
);

const deleteSteps = new Statement('DELETE FROM journal_steps WHERE run_id = ?');

function textOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** The recorded steps of active runs. Used by `StepStore` only. */
@Injectable()
export class JournalRepository {
  constructor(private readonly dataSource: DataSource) {}

  async upsert(
    manager: EntityManager,
    runId: string,
    steps: readonly JournalStep[],
    at: number,
  ): Promise<void> {
    const rows = steps.map(({ key, state, value }) => [runId, key, state, textOf(value), at]);
    await sendByRows(manager, upsertSteps, rows);
  }

  ofRun(runId: string): Promise<readonly JournalStep[]> {
    return this.dataSource.manager.findBy(JournalStepEntity, { runId });
  }

  /** A final run needs no journal. */
  async delete(manager: EntityManager, runId: string): Promise<void> {
    await deleteSteps.send(manager, [runId]);
  }
}
