import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { emptyDatabase } from '#test/support/temporary-database.js';
import { testDatabases } from '#test/support/test-databases.js';
import { sampleRun, sampleStage, sampleTurn } from '#test/support/sample-records.js';
import { entities } from '#entities.js';
import { searchTextOf } from '#protocol/rules/run-search.js';
import { dataSourceOptions } from '../data-source.js';
import { insertRow } from './rows.js';

describe.each(testDatabases)('a database from before word forms on $name', ({ url }) => {
  const database = emptyDatabase(url, () => ':memory:');

  it('has what runs and facts are found by once it is migrated', async () => {
    const dataSource = new DataSource({
      ...dataSourceOptions(database(), entities),
      migrationsRun: false,
    });
    await dataSource.initialize();
    await dataSource.runMigrations({ transaction: 'all' });
    while ((await lastMigration(dataSource)) !== 'Worktrees1790000053000')
      await dataSource.undoLastMigration({ transaction: 'all' });
    await fill(dataSource);
    await dataSource.runMigrations({ transaction: 'all' });
    const [run, again] = await dataSource.query<unknown[]>(
      'SELECT search_stems, pipeline_id, role_ids, spent_usd, changed FROM run_search ORDER BY run_id',
    );
    expect(run).toMatchObject({
      search_stems: expect.stringContaining(' deploy on tuesday ') as unknown,
      pipeline_id: 'quick-answer',
      role_ids: '\ncto\n',
      spent_usd: 0.25,
      changed: 1,
    });
    // Its turn is a copy of the other run's turn, which changed the files.
    expect(again).toMatchObject({ changed: 0 });
    const [fact] = await dataSource.query<unknown[]>(
      'SELECT search_text, search_tags FROM memory_facts',
    );
    expect(fact).toEqual({ search_text: 'price ar float', search_tags: 'money' });
    await dataSource.destroy();
  });
});

async function lastMigration(dataSource: DataSource): Promise<string | undefined> {
  const [last] = await dataSource.query<{ name: string }[]>(
    'SELECT name FROM migrations ORDER BY id DESC LIMIT 1',
  );
  return last?.name;
}

async function fill({ manager }: DataSource): Promise<void> {
  const stages = [{ ...sampleStage(), turnIds: ['turn_1'], participantRoleIds: ['cto'] }];
  const run = sampleRun({
    brief: 'Deploys on Tuesdays',
    pipelineId: 'quick-answer',
    stages,
    budget: { limitUsd: 1, spentUsd: 0.25 },
  });
  const insert = (table: string, values: Parameters<typeof insertRow>[2]) =>
    insertRow({ manager }, table, values);
  for (const id of ['run_1', 'run_2']) {
    const { workspaceId, status, createdAt } = run;
    await insert('runs', {
      id,
      workspace_id: workspaceId,
      status,
      record_json: JSON.stringify({ ...run, id }),
      auto_approve_shell: 0,
      created_at: createdAt,
    });
    await insert('run_search', {
      run_id: id,
      workspace_id: workspaceId,
      search_text: searchTextOf(run),
      created_at: createdAt,
    });
    const copied = id === 'run_2' && { takenFrom: 'run_1' };
    const turn = sampleTurn({ id: `turn_${id}`, runId: id, wroteFiles: ['a.ts'], ...copied });
    await insert('turns', {
      id: turn.id,
      run_id: id,
      stage_id: turn.stageId,
      step_key: 'step',
      record_json: JSON.stringify(turn),
      outcome_json: 'null',
      started_at: 1,
    });
  }
  await insert('memory_facts', {
    id: 'fact_1',
    position: 1,
    scope: 'installation',
    scope_key: '["installation"]',
    kind: 'convention',
    text: 'Prices are floats.',
    origin: 'user',
    tags_json: '["money"]',
    confidence: 1,
    created_at: 1,
    updated_at: 1,
    valid_from: 1,
    read_count: 0,
    search_text: 'prices are floats',
    search_tags: 'money',
  });
}
