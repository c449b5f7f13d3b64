/** The databases of a suite: SQLite always, PostgreSQL if `npm test` found one. */
export const testDatabases: readonly { readonly name: string; readonly url: string }[] = [
  { name: 'SQLite', url: 'sqlite' },
  ...(process.env.OFFICE_TEST_POSTGRES_URL === undefined
    ? []
    : [{ name: 'PostgreSQL', url: process.env.OFFICE_TEST_POSTGRES_URL }]),
];

/**
 * The databases of a suite that uses the interfaces and nothing special of the store: SQLite, and
 * PostgreSQL too in `node scripts/run.mjs test:postgres`. Differences between them have specs on
 * both.
 */
export const doorDatabases = testDatabases.filter(
  ({ url }) => url === 'sqlite' || process.env.OFFICE_E2E_ON === 'postgres',
);
