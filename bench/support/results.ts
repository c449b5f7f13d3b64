import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Finding } from './measure.js';

/** The result of one bench, as stored in `bench/results/<bench>.json`. */
export interface Result {
  readonly bench: string;
  /** YYYY-MM-DD */
  readonly date: string;
  readonly node: string;
  readonly cores: number;
  /**
   * Load average over the last minute, at the end; above the number of cores, wall-clock times mean
   * little.
   */
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
