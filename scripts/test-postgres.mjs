/**
 * `node scripts/run.mjs test:postgres [<paths>]`: the e2e suites with every office on PostgreSQL.
 * `npm test` uses SQLite unless a suite needs PostgreSQL.
 */
process.env.OFFICE_E2E_ON = 'postgres';
if (process.argv.length === 2) process.argv.push('/test/');
await import('./test.mjs');
