import { DataSource } from 'typeorm';
import { RunEntity } from '../src/runs/history/run.entity.js';
import { benchDirectory } from './support/bench-directory.js';
import { BenchOffice } from './support/bench-office.js';
import { type Finding, atMost, finding, median, ms, processorTime } from './support/measure.js';

/** One SQLite process, mock mode without latency. */
const build = 'Build a todo list';
const question = 'What is a lease?';
const floorNames = ['North', 'East', 'South'];
const interrupted = 100;
/** Runs before measuring: compiling in a new office is not the cost of a turn. */
const warmUpRuns = 60;
const noStates = { OFFICE_SNAPSHOT_DAYS: '0' };
const fewRuns = 100;
const manyRuns = process.argv.includes('--long') ? 10_000 : 2_000;
const batches = 20;
const runsOfBatch = 20;

export default async function runsBench(): Promise<readonly Finding[]> {
  const whole = await throughput('', {});
  const withoutStates = await throughput(', without states of workspaces', noStates);
  return [...withoutStates, ...whole, await flatCost(), await restart()];
}

/**
 * Complete product-build runs over four floors: processor time per turn, turns per second.
 * Employees write files, and git records the workspace around each call that may write. Starting
 * git costs this process more than a turn, so turns are measured without it too.
 */
async function throughput(
  note: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly Finding[]> {
  const directory = benchDirectory();
  const office = await BenchOffice.open(directory.path, env);
  const floors = ['default', ...(await openFloors(office))];
  await office.work(Array<string>(warmUpRuns).fill(build), floors);
  const cpu: number[] = [];
  const rates: number[] = [];
  for (let sample = 0; sample < 5; sample++) {
    const before = office.turns;
    const started = performance.now();
    const used = await processorTime(() => office.work(Array<string>(20).fill(build), floors));
    const turns = office.turns - before;
    cpu.push(used / turns);
    rates.push((turns / (performance.now() - started)) * 1000);
  }
  await office.close();
  directory.remove();
  const [cost, rate] = [median(cpu), median(rates)];
  return [
    finding(`processor time of a turn${note}`, {
      value: cost,
      unit: 'ms',
      goal: 1.2,
      good: 'below',
    }),
    finding(`turns a second over four floors${note}`, {
      value: rate,
      unit: 'turns',
      goal: 400,
      good: 'above',
    }),
  ];
}

/**
 * Runs of an office with many stored runs compared with an office with few, in one process, so that
 * both use the same compiled code. Batches take turns in alternating order.
 */
async function flatCost(): Promise<Finding> {
  const full = await openFilled(manyRuns);
  const fresh = await openFilled(fewRuns);
  const used = { full: [] as number[], fresh: [] as number[] };
  for (let batch = 0; batch < batches; batch++) {
    const order = batch % 2 === 0 ? (['full', 'fresh'] as const) : (['fresh', 'full'] as const);
    for (const side of order) {
      const { office } = side === 'full' ? full : fresh;
      used[side].push(await processorTime(() => ask(office, runsOfBatch)));
    }
  }
  await Promise.all([full, fresh].map((each) => each.close()));
  const [late, early] = [median(used.full) / runsOfBatch, median(used.fresh) / runsOfBatch];
  return atMost(`cost of run ${manyRuns} against run ${fewRuns}`, late / early, 'times', 1.1, {
    ours: ms(late),
    other: ms(early),
  });
}

async function openFilled(stored: number) {
  const directory = benchDirectory();
  const office = await BenchOffice.open(directory.path);
  for (let done = 0; done < stored; done += fewRuns) await ask(office, fewRuns);
  const close = async (): Promise<void> => {
    await office.close();
    directory.remove();
  };
  return { office, close };
}

function ask(office: BenchOffice, count: number): Promise<void> {
  return office.work(Array<string>(count).fill(question), ['default']);
}

/** Time from opening the port until every interrupted run is held again. */
async function restart(): Promise<Finding> {
  const directory = benchDirectory();
  const slow = { OFFICE_MOCK_LATENCY_MS: '600000', OFFICE_LOG_LEVEL: 'info' };
  const first = await BenchOffice.open(directory.path, slow);
  await first.submit(Array<string>(interrupted).fill(build), ['default']);
  await untilTrue(async () => (await atWork(first)) === interrupted);
  await first.close();
  const second = await BenchOffice.open(directory.path, slow);
  const started = performance.now();
  await untilTrue(() => second.continued === interrupted);
  const took = performance.now() - started;
  await second.close();
  directory.remove();
  return atMost(`continuing ${interrupted} interrupted runs`, took, 'ms', 2000);
}

/** Started runs, most of which wait for a place on the floor. */
function atWork(office: BenchOffice): Promise<number> {
  return office.app.get(DataSource).manager.countBy(RunEntity, { status: 'running' });
}

async function untilTrue(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise(setImmediate);
}

async function openFloors(office: BenchOffice): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const name of floorNames) {
    const response = await fetch(`${office.address}/api/workspaces`, {
      method: 'POST',
      body: JSON.stringify({ name }),
    });
    ids.push(((await response.json()) as { id: string }).id);
  }
  return ids;
}
