import { storeHistory } from '../test/runs/support/store-history.js';
import type { RunsPage } from '../src/client/http/asked.js';
import { Operations } from '../src/client/http/operations.js';
import { benchDirectory } from './support/bench-directory.js';
import { BenchOffice } from './support/bench-office.js';
import { type Finding, atMost, median } from './support/measure.js';

const stored = 10_000;
const times = 20;
/** Time from request to complete response over HTTP, ms. */
const targetMs = 100;

const questions: readonly (readonly [string, RunsPage])[] = [
  ['the newest page of 100', { limit: 100 }],
  ['a page in the middle', { limit: 100, before: 'run_0000005000' }],
  ['a word that one run has', { limit: 100, search: 'result 4711.' }],
  ['a word that no run has', { limit: 100, search: 'nowhere' }],
  ['those that failed', { limit: 100, status: 'failed' }],
];

/** Pages and searches in a history of ten thousand runs (docs/decisions/0021). */
export default async function historyBench(): Promise<readonly Finding[]> {
  const directory = benchDirectory();
  const office = await BenchOffice.open(directory.path);
  await storeHistory(office.app, stored);
  const http = Operations.at(office.address);
  const found: Finding[] = [];
  for (const [what, asked] of questions) {
    const took: number[] = [];
    for (let time = 0; time < times; time++) {
      const started = performance.now();
      await http.runs(asked);
      took.push(performance.now() - started);
    }
    found.push(atMost(what, median(took), 'ms', targetMs));
  }
  await office.close();
  directory.remove();
  return found;
}
