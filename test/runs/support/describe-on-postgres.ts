import { describe } from '@jest/globals';

/** Tests that only PostgreSQL can pass; skipped where `npm test` found no server. */
export function describeOnPostgres(name: string, tests: (url: string) => void): void {
  const url = process.env['OFFICE_TEST_POSTGRES_URL'];
  if (url === undefined) describe.skip(name, () => tests('postgres://nowhere'));
  else describe(name, () => tests(url));
}
