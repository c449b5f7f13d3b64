import pg from 'pg';
import { createDatabase, type CreatedDatabase } from './created-database.js';

/**
 * A new migrated database on the server at `url`: a copy of this test run's template, which the
 * first caller makes and `npm test` drops. Without a template name it is empty.
 */
export async function createMigratedDatabase(url: string): Promise<CreatedDatabase> {
  const template = process.env.OFFICE_TEST_TEMPLATE;
  if (template === undefined) return createDatabase(url);
  await prepareTemplate(url, template);
  return createDatabase(url, template);
}

const made = new Set<string>();

/** Takes a lock, so that one worker makes the template and the others wait. */
async function prepareTemplate(url: string, template: string): Promise<void> {
  if (made.has(template)) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      template,
    ]);
    if (rowCount === 0) await makeTemplate(client, url, template);
    made.add(template);
  } finally {
    await client.end();
  }
}

/**
 * Gets its name when complete. Nobody connects to it afterwards, because connections would prevent
 * copying.
 */
async function makeTemplate(client: pg.Client, url: string, template: string): Promise<void> {
  const unfinished = await createDatabase(url);
  await migrate(unfinished.url);
  const { pathname } = new URL(unfinished.url);
  await client.query(`ALTER DATABASE ${pathname.slice(1)} RENAME TO ${template}`);
  await client.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
}

/** Loaded only for the migration, because many suites need no sources. */
async function migrate(url: string): Promise<void> {
  const { DataSource } = await import('typeorm');
  const { dataSourceOptions } = await import('../../src/platform/database/data-source.js');
  const source = await new DataSource(
    dataSourceOptions({ kind: 'postgres', url }, []),
  ).initialize();
  await source.destroy();
}
