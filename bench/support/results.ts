import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Finding } from './measure.js';

/** What one bench found, as `bench/results/<bench>.json` holds it. */
export interface Result {
  readonly bench: string;
  /** YYYY-MM-DD */
  readonly date: string;
  readonly node: string;
  readonly cores: number;
  /** Of the last minute, when it ended: above the number of cores, times on the clock say little. */
  readonly loadAverage: number;
  readonly findings: readonly Finding[];
}

export function keepResult(bench: string, findings: readonly Finding[]): void {
  const result: Result = {
    bench,
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    cores: availableParallelism(),
    loadAverage: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    findings,
  };
  const folder = join(import.meta.dirname, '..', 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${bench}.json`), `${JSON.stringify(result, null, 2)}\n`);
}
