import type { ChildEnvironments } from '../../src/platform/process/child-environments.js';

/** What children inherit in a unit spec: enough to find programs, and nothing of the machine's. */
export function fakeEnvironments(
  variables: Readonly<Record<string, string>> = {},
): Pick<ChildEnvironments, 'inherited'> {
  return { inherited: () => ({ PATH: process.env.PATH ?? '', ...variables }) };
}
