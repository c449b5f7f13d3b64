/**
 * `node --import @swc-node/register/esm-register bench/run.ts [name ...] [--keep]`: runs the benches of
 * this folder, all of them or those named, one after another. `--keep` stores what they found in
 * `bench/results/`, from which `docs/benchmarks.md` has its table and plots. Ends with 1 when a goal
 * was missed.
 */
import 'reflect-metadata';
import { readdirSync } from 'node:fs';
import type { Bench } from './support/measure.js';
import { keepResult } from './support/results.js';

const words = process.argv.slice(2);
const named = words.filter((word) => !word.startsWith('--'));
const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .filter((file) => named.length === 0 || named.includes(file.replace('.bench.ts', '')));

for (const file of files) {
  const { default: bench } = (await import(`./${file}`)) as { default: Bench };
  const name = file.replace('.bench.ts', '');
  console.log(`\n${name}`);
  const findings = await bench();
  for (const { what, found, target, met } of findings) {
    console.log(`  ${met ? 'met   ' : 'MISSED'}  ${what}: ${found} (goal: ${target})`);
    if (!met) process.exitCode = 1;
  }
  if (words.includes('--keep')) keepResult(name, findings);
}
