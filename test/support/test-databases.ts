/** The databases that a suite runs on: SQLite always, PostgreSQL where `npm test` found one. */
export const testDatabases: readonly { readonly name: string; readonly url: string }[] = [
  { name: 'SQLite', url: 'sqlite' },
  ...(process.env.OFFICE_TEST_POSTGRES_URL === undefined
    ? []
    : [{ name: 'PostgreSQL', url: process.env.OFFICE_TEST_POSTGRES_URL }]),
];

/**
 * The databases of a suite that goes through the doors and asks the store nothing special: SQLite, and
 * PostgreSQL as well in `node scripts/run.mjs test:postgres`. What differs between them has specs on both.
 */
export const doorDatabases = testDatabases.filter(
  ({ url }) => url === 'sqlite' || process.env.OFFICE_E2E_ON === 'postgres',
);
