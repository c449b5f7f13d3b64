import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { curatedCatalogue } from '../src/models/catalogue/curated-catalogue.js';
import { routeTurn } from '../src/models/routing/route-turn.js';
import type { ModelSpec } from '../src/protocol/records/models.js';
import { ScriptedProvider } from '../test/support/scripted-provider/scripted-provider.js';
import { benchDirectory } from './support/bench-directory.js';
import { BenchOffice } from './support/bench-office.js';
import { type Finding, atMost, percentile, processorTime } from './support/measure.js';

/** Routing over a large catalogue, and the service's overhead on a streamed call. */
export default async function modelsBench(): Promise<readonly Finding[]> {
  return [await routing(), await streaming()];
}

const routes = 500;

async function routing(): Promise<Finding> {
  const models = catalogueOf(500);
  const route = (): void => {
    for (let i = 0; i < routes; i++) {
      routeTurn(
        {
          taskClass: 'coding',
          complexity: 0.6,
          policy: { defaultTier: 'standard', minTier: 'small', maxTier: 'max' },
          requiresTools: true,
          budgetRemainingUsd: 3,
          posture: 'balanced',
        },
        { models, rules: [], uptimeOf: () => null },
      );
    }
  };
  route();
  const each = (await processorTime(route)) / routes;
  return atMost(`routing one turn over ${models.length} models`, each, 'ms', 1);
}

/** The shipped models repeated, with unique names. */
function catalogueOf(size: number): ModelSpec[] {
  return Array.from({ length: size }, (_, index) => {
    const row = curatedCatalogue[index % curatedCatalogue.length] as ModelSpec;
    return { ...row, id: `${row.id}-${index}` };
  });
}

const streamedRuns = 100;
const questionTurns = 3;
const warmUp = 30;

/** Time from an answer's first byte at the provider to the first `turn.delta` at a client. */
async function streaming(): Promise<Finding> {
  const directory = benchDirectory();
  const provider = await ScriptedProvider.start();
  // Long enough for all other work of the turn's start to finish.
  provider.respondWith(() => ({ afterMs: 25, text: ['Understood.'] }));
  const office = await BenchOffice.open(directory.path, {
    OFFICE_LLM_MODE: 'live',
    OPENAI_API_KEY: 'bench',
    OFFICE_OPENAI_BASE_URL: provider.baseUrl,
    OFFICE_OPENAI_ENDPOINT: 'chat',
    OFFICE_MODEL_DISCOVERY: 'false',
  });
  const watcher = await watchDeltas(office.address, streamedRuns * questionTurns);
  for (let run = 0; run < streamedRuns; run++) await office.work(['What is a lease?'], ['default']);
  const arrivals = await watcher.arrivals;
  const added = provider.firstBytes.map((left, index) => (arrivals[index] ?? NaN) - left);
  await watcher.end();
  await office.close();
  await provider.close();
  directory.remove();
  const p95 = percentile(added.slice(warmUp), 0.95);
  return atMost('first byte at the service to first turn.delta at a client, p95', p95, 'ms', 10);
}

/** Times at which the first delta of each of this many turns reached a client. */
async function watchDeltas(address: string, turns: number) {
  const url = `${address.replace('http', 'ws')}/ws`;
  const worker = new Worker(new URL('./support/delta-watcher.mjs', import.meta.url), {
    workerData: { url },
  });
  await once(worker, 'message');
  const times: number[] = [];
  const arrivals = new Promise<readonly number[]>((resolve) => {
    worker.on('message', (at: number) => {
      times.push(at);
      if (times.length === turns) resolve(times);
    });
  });
  return { arrivals, end: () => worker.terminate() };
}
