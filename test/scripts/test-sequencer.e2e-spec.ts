import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import type SequencerModule from '@jest/test-sequencer';
import { repositoryRoot } from '../support/run-program.js';

type Sequencer = typeof SequencerModule.default;
type Tests = Parameters<InstanceType<Sequencer>['sort']>[0];

const context = {
  config: { id: 'none', cache: false, rootDir: repositoryRoot },
  hasteFS: { getSize: (path: string) => path.length },
};

describe('scripts/test-sequencer.mjs', () => {
  it('begins with the longest suites, then with the largest files', async () => {
    const { default: TestSequencer } = createRequire(import.meta.url)(
      '../../scripts/test-sequencer.mjs',
    ) as { default: Sequencer };
    const paths = ['src/short.ts', 'src/much-longer.ts', 'test/crash/x.ts', 'test/evals/solver.ts'];
    const tests = paths.map((path) => ({ path: `/${path}`, context })) as unknown as Tests;
    const sorted = await new TestSequencer({} as never).sort(tests);
    expect(sorted.map(({ path }) => path)).toEqual([
      '/test/evals/solver.ts',
      '/test/crash/x.ts',
      '/src/much-longer.ts',
      '/src/short.ts',
    ]);
  });
});
