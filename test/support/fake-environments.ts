import type { ChildEnvironments } from '../../src/platform/process/child-environments.js';

/**
 * Environment of child processes in unit specs: enough to find programs, nothing else of the
 * machine's.
 */
export function fakeEnvironments(
  variables: Readonly<Record<string, string>> = {},
): Pick<ChildEnvironments, 'inherited'> {
  return { inherited: () => ({ PATH: process.env.PATH ?? '', ...variables }) };
}
