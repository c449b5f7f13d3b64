import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Run } from '#protocol/records/work.js';
import { searchTextOf } from '#protocol/rules/run-search.js';
import { eachRow, insertRow } from './rows.js';
import { index, integer, key, table, text } from './tables.js';

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
    await eachRow<StoredRun>(runner, ['id', 'record_json'], 'runs', ({ record_json }) =>
      insertRow(runner, 'run_search', searched(JSON.parse(record_json) as Run)),
    );
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
