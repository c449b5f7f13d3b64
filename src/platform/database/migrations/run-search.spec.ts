import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { emptyDatabase } from '#test/support/temporary-database.js';
import { testDatabases } from '#test/support/test-databases.js';
import { sampleRun } from '#test/support/sample-records.js';
import { entities } from '#entities.js';
import { searchTextOf } from '#protocol/rules/run-search.js';
import { dataSourceOptions } from '../data-source.js';
import { insertRow } from './rows.js';

describe.each(testDatabases)('a database from before searches of runs on $name', ({ url }) => {
  const database = emptyDatabase(url, () => ':memory:');

  it('has the search text of every run once it is migrated', async () => {
    const options = dataSourceOptions(database(), entities);
    const dataSource = new DataSource({ ...options, migrationsRun: false });
    await dataSource.initialize();
    await dataSource.runMigrations({ transaction: 'all' });
    const applied = () =>
      dataSource.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id DESC');
    while ((await applied()).some(({ name }) => name.startsWith('RunSearch')))
      await dataSource.undoLastMigration({ transaction: 'all' });
    const runs = ['Deploy on Tuesday', 'Mend the float'].map((brief, at) =>
      sampleRun({ id: `run_${at}`, brief }),
    );
    for (const run of runs) {
      await insertRow(dataSource, 'runs', {
        ...{ id: run.id, workspace_id: run.workspaceId, status: run.status },
        ...{ record_json: JSON.stringify(run), auto_approve_shell: 0, created_at: run.createdAt },
      });
    }
    await dataSource.runMigrations({ transaction: 'all' });
    expect(
      await dataSource.query('SELECT run_id, search_text FROM run_search ORDER BY run_id'),
    ).toEqual(runs.map((run) => ({ run_id: run.id, search_text: searchTextOf(run) })));
    await dataSource.destroy();
  });
});
