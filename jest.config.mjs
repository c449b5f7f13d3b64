import { availableParallelism } from 'node:os';
import { testPackages } from './scripts/test-packages.mjs';
import { testSources } from './scripts/test-sources.mjs';

/**
 * Two projects: `unit` beside the code, `e2e` through the doors of the real application.
 * Everything is loaded as ES modules, so Jest must run with NODE_OPTIONS=--experimental-vm-modules;
 * `npm test` (scripts/test.mjs) sees to that.
 */
const shared = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1', ...(await testPackages()) },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
};

export default {
  testSequencer: './scripts/test-sequencer.mjs',
  // A whole office boots in many a test, and machines are busy at times.
  testTimeout: 90_000,
  // Suites start processes of their own: with more workers than cores each is late, and none sooner.
  maxWorkers: availableParallelism(),
  // What a suite loaded stays in memory after it. A new worker costs less than collecting that.
  workerIdleMemoryLimit: '600MB',
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/src/**/*.spec.ts'] },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/**/*.e2e-spec.ts'],
      moduleNameMapper: { ...(await testSources()), ...shared.moduleNameMapper },
    },
  ],
};
