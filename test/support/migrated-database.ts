import pg from 'pg';
import { createDatabase, type CreatedDatabase } from './created-database.js';

/**
 * A new database on the server at `url` that is migrated already: a copy of the template of this run,
 * which the first to ask makes and `npm test` drops. Without the name of a template it is empty.
 */
export async function createMigratedDatabase(url: string): Promise<CreatedDatabase> {
  const template = process.env.OFFICE_TEST_TEMPLATE;
  if (template === undefined) return createDatabase(url);
  await prepareTemplate(url, template);
  return createDatabase(url, template);
}

const made = new Set<string>();

/** The lock lets one worker make it; the others wait, and find it. */
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

/** Under its name it appears whole, and nobody connects to it, which would forbid to copy it. */
async function makeTemplate(client: pg.Client, url: string, template: string): Promise<void> {
  const unfinished = await createDatabase(url);
  await migrate(unfinished.url);
  const { pathname } = new URL(unfinished.url);
  await client.query(`ALTER DATABASE ${pathname.slice(1)} RENAME TO ${template}`);
  await client.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
}

/** Loaded by the one that migrates: many a suite needs nothing of the sources. */
async function migrate(url: string): Promise<void> {
  const { DataSource } = await import('typeorm');
  const { dataSourceOptions } = await import('../../src/platform/database/data-source.js');
  const source = await new DataSource(
    dataSourceOptions({ kind: 'postgres', url }, []),
  ).initialize();
  await source.destroy();
}
