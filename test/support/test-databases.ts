/** The databases that a suite runs on: SQLite always, PostgreSQL where `npm test` found one. */
export const testDatabases: readonly { readonly name: string; readonly url: string }[] = [
  { name: 'SQLite', url: 'sqlite' },
  ...(process.env.OFFICE_TEST_POSTGRES_URL === undefined
    ? []
    : [{ name: 'PostgreSQL', url: process.env.OFFICE_TEST_POSTGRES_URL }]),
];
