/**
 * Runs one bench in its own process, started by `run.ts`: `run-one.ts <name> [--keep] [--long]`.
 */
import 'reflect-metadata';
import type { Bench } from './support/measure.js';
import { exitCodes, report } from './support/report.js';
import { keepResult } from './support/results.js';

const [name = '', ...words] = process.argv.slice(2);
const { default: bench } = (await import(`./${name}.bench.ts`)) as { default: Bench };
const findings = await bench();
if (!report(findings)) process.exitCode = exitCodes.missed;
if (words.includes('--keep')) keepResult(name, findings);
