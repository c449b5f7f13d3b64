/**
 * `node --import @swc-node/register/esm-register bench/run.ts [name ...]`: runs the benches of this
 * folder, all of them or those named, one after another. Ends with 1 when a target was missed.
 */
import 'reflect-metadata';
import { readdirSync } from 'node:fs';
import type { Bench } from './support/measure.js';

const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .filter((file) => named.length === 0 || named.includes(file.replace('.bench.ts', '')));

for (const file of files) {
  const { default: bench } = (await import(`./${file}`)) as { default: Bench };
  console.log(`\n${file.replace('.bench.ts', '')}`);
  for (const { what, found, target, met } of await bench()) {
    console.log(`  ${met ? 'met   ' : 'MISSED'}  ${what}: ${found} (target: ${target})`);
    if (!met) process.exitCode = 1;
  }
}
