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
      for (const { record_json } of rows)
        await insert(runner, searched(JSON.parse(record_json) as Run));
      last = rows.at(-1)?.id ?? '';
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('run_search');
  }
}

/** Without the entity, which has columns that later migrations add. */
async function insert(
  { manager, connection }: QueryRunner,
  row: Readonly<Record<string, string | number>>,
): Promise<void> {
  const isServer = connection.options.type === 'postgres';
  const names = Object.keys(row);
  const places = names.map((_, at) => (isServer ? `$${at + 1}` : '?'));
  await manager.query(
    `INSERT INTO run_search (${names.join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(row),
  );
}

function searched(run: Run) {
  return {
    run_id: run.id,
    workspace_id: run.workspaceId,
    search_text: searchTextOf(run),
    created_at: run.createdAt,
  };
}
