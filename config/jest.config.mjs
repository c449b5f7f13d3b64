import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { testPackages } from '../scripts/test-packages.mjs';

const root = join(import.meta.dirname, '..');
const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** The subpath imports of package.json, also for the console, which is a package of its own. */
const subpaths = Object.fromEntries(
  Object.entries(imports).map(([name, path]) => [
    `^${RegExp.escape(name.replace(/\.js$/, '')).replace('\\*', '(.*)')}\\.js$`,
    path.replace('./', '<rootDir>/').replace('*', '$1'),
  ]),
);
/** Compiles as `npx nest build` does, except for its paths. */
const swc = JSON.parse(readFileSync(join(import.meta.dirname, 'swc.json'), 'utf8'));
delete swc.jsc.paths;

/**
 * Two projects: `unit` beside the code, `e2e` through the interfaces of the real application.
 *
 * Everything is loaded as ES modules, so Jest must run with NODE_OPTIONS=--experimental-vm-modules;
 * `npm test` (scripts/test.mjs) sets that.
 */
const shared = {
  rootDir: root,
  testEnvironment: '<rootDir>/scripts/test-environment.mjs',
  runtime: '<rootDir>/scripts/test-runtime.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1', ...subpaths, ...(await testPackages()) },
  transform: { '^.+\\.ts$': ['@swc/jest', { ...swc, sourceMaps: 'inline' }] },
};

export default {
  rootDir: root,
  testSequencer: '<rootDir>/scripts/test-sequencer.mjs',
  // Many tests boot a whole office, and machines can be busy.
  testTimeout: 90_000,
  // A suite uses a processor for three quarters of its time, so three workers fill two processors.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // What a suite leaves in memory ends with its worker; a new worker loads every module again.
  workerIdleMemoryLimit: '1200MB',
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/src/**/*.spec.ts'] },
    { ...shared, displayName: 'e2e', testMatch: ['<rootDir>/test/**/*.e2e-spec.ts'] },
  ],
};
