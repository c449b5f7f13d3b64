import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Run } from '#protocol/records/work.js';
import { searchTextOf } from '#protocol/rules/run-search.js';
import { index, integer, key, table, text } from './tables.js';

/** Runs read at a time. */
const batch = 200;

interface StoredRun {
  readonly id: string;
  readonly record_json: string;
}

/** Adds search texts to all runs, existing ones included. */
export class RunSearch1790000040000 implements MigrationInterface {
  readonly name = 'RunSearch1790000040000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      table(
        'run_search',
        [text('run_id', key), text('workspace_id'), text('search_text'), integer('created_at')],
        [index('run_search_by_creation', 'created_at', 'run_id')],
      ),
    );
    for (let last = ''; ;) {
      const rows = await runner.manager
        .createQueryBuilder()
        .select(['id', 'record_json'])
        .from('runs', 'runs')
        .where('id > :last', { last })
        .orderBy('id')
        .limit(batch)
        .getRawMany<StoredRun>();
      if (rows.length === 0) return;
      const values = rows.map(({ record_json }) => searched(JSON.parse(record_json) as Run));
      await runner.manager
        .createQueryBuilder()
        .insert()
        .into('run_search', Object.keys(values[0] ?? {}))
        .values(values)
        .execute();
      last = rows.at(-1)?.id ?? '';
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('run_search');
  }
}

function searched(run: Run) {
  return {
    run_id: run.id,
    workspace_id: run.workspaceId,
    search_text: searchTextOf(run),
    created_at: run.createdAt,
  };
}
