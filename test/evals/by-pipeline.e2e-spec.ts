import { expect, it } from '@jest/globals';
import { runProgram } from '#test/support/run-program.js';

/** `npm run eval` without its preparation, which the tests have done. */
const program = ['--import', '@swc-node/register/esm-register', 'bench/evals/run.ts'];

it('compares pipelines and a single employee on the same task', async () => {
  const asked = ['--by', 'pipeline', '--simulate', 'deepseek', '--tasks', 'fix-failing-test'];
  const { code, stdout } = await runProgram(process.execPath, [...program, ...asked]);
  const table = stdout.split('\n').filter((line) => line.startsWith('|'));
  const figures = String.raw`1/1 \| \$\d\.\d{4} \| \d+ \| \d+ \| \d+\.\d \|$`;
  expect(table).toEqual([
    '| Pipeline | Solved | Cost | Calls | Input tokens | Minutes |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...[
      'chosen by the office',
      'code-change',
      'product-build, every stage',
      'a single employee',
    ].map((way) => expect.stringMatching(new RegExp(String.raw`^\| ${way} \| ${figures}`))),
  ]);
  const calls = table.slice(2).map((line) => Number(line.split('|')[4]));
  expect(calls[2]).toBeGreaterThan(calls[1] ?? 0);
  expect(calls[3]).toBeLessThan(calls[1] ?? 0);
  expect(code).toBe(0);
}, 120_000);
