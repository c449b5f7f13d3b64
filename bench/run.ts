/**
 * `node --import @swc-node/register/esm-register bench/run.ts [name ...] [--keep] [--long]`: runs
 * the named benches, or all but the longest, one after another, each in its own process. `--keep`
 * stores the results in `bench/results/`, from which `docs/benchmarks.md` gets its table and plots.
 * Ends with 1 if a goal was missed or a bench failed.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chosenBenches } from './support/chosen-benches.js';
import { exitCodes } from './support/report.js';

const ending = '.bench.ts';
const words = process.argv.slice(2);
const isOption = (word: string): boolean => word.startsWith('--');
const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(ending))
  .map((file) => file.slice(0, -ending.length));

let running: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    running?.kill(signal);
    process.exit(1);
  });
}

for (const name of benchesOrExit()) {
  console.log(`\n${name}`);
  const code = await codeOf(name);
  if (code === exitCodes.met) continue;
  process.exitCode = 1;
  if (code !== exitCodes.missed) console.log(`  FAILED  ${name} ended with ${code}`);
}

function benchesOrExit(): readonly string[] {
  const named = words.filter((word) => !isOption(word));
  try {
    return chosenBenches(all, named);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

async function codeOf(name: string): Promise<number | NodeJS.Signals> {
  const one = fork(join(import.meta.dirname, 'run-one.ts'), [name, ...words.filter(isOption)]);
  running = one;
  const [code, signal] = (await once(one, 'exit')) as [number | null, NodeJS.Signals];
  return code ?? signal;
}
