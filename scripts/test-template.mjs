/** The migrated PostgreSQL database that tests copy (test/support/migrated-database.ts). */
import { randomBytes } from 'node:crypto';

export function newTemplateName() {
  return `office_template_${randomBytes(6).toString('hex')}`;
}

/** Drops the template if a test made it. */
export async function dropTemplate(url, name) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${name}`);
  await client.end();
}
