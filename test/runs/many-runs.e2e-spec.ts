import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Health } from '../../src/protocol/records/office.js';
import { CountingProvider } from '../crash/support/counting-provider.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';
import { until } from '../support/until.js';
import { offerPipeline, submit } from './support/commission.js';

const count = 100;
/** Runs that are claimed side by side on a database server come to the floor in any order. */
const sideBySide = 20;

/**
 * The processor time of this thread in each turn of the event loop; time that other processes take
 * does not count.
 */
class LoopTurns {
  private readonly turns: number[] = [];
  private readonly first = process.threadCpuUsage();
  private last = this.first;
  /** Runs once in a turn. */
  private readonly clock = setInterval(() => {
    this.turns.push(spent(this.last));
    this.last = process.threadCpuUsage();
  }, 1);

  /** Of all the work, the share of a turn that is longer than 99 of 100. */
  longShare(): number {
    clearInterval(this.clock);
    const sorted = this.turns.toSorted((one, other) => one - other);
    return (sorted[Math.floor(sorted.length * 0.99)] ?? 0) / spent(this.first);
  }
}

function spent(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return user + system;
}

describe(`${count} briefs at once, with one place on the floor`, () => {
  let provider: CountingProvider;
  let office: RunningOffice;
  const answers = Promise.withResolvers<void>();
  const firstCall = Promise.withResolvers<void>();

  beforeAll(async () => {
    provider = await CountingProvider.start();
    provider.beforeAnswer = () => {
      firstCall.resolve();
      return answers.promise;
    };
    office = await startRealOffice({
      OFFICE_LLM_MODE: 'live',
      OPENAI_API_KEY: 'key',
      OFFICE_OPENAI_BASE_URL: provider.baseUrl,
      OFFICE_OPENAI_ENDPOINT: 'chat',
      OFFICE_MODEL_DISCOVERY: 'false',
      OFFICE_BENCHMARKS: 'false',
      OFFICE_MAX_CONCURRENCY: '1',
    });
  });
  afterAll(async () => {
    await office.close();
    await provider.stop();
  });

  const timers = (): number =>
    process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const activeRuns = async (): Promise<number> =>
    (await office.client.get<Health>('/api/health')).body.activeRuns;

  it('wait without a timer each, leave the office responsive, and all end', async () => {
    const turns = new LoopTurns();
    const before = timers();
    const socket = await office.client.connect();
    const pipelineId = offerPipeline(office, {});
    const submissions = Array.from({ length: count }, (_, number) =>
      submit(office, { brief: `What is a lease, number ${number}?`, pipelineId }),
    );
    await Promise.all(submissions);
    await firstCall.promise;
    expect(await activeRuns()).toBe(count);
    expect(provider.asked.size).toBe(1);
    // Those of one call on its way, and of the connections of this test.
    expect(timers() - before).toBeLessThan(20);
    answers.resolve();
    await until(async () => (await activeRuns()) === 0);
    expect(provider.asked.size).toBe(count);
    await socket.settle();
    // First in, first out, without starvation.
    const came = socket.ofType('run.created').map(({ run }) => run.id);
    const served = socket.ofType('turn.started').map(({ turn }) => turn.runId);
    expect(served.toSorted()).toEqual(came.toSorted());
    const overtaken = came.map((id, place) => Math.abs(served.indexOf(id) - place));
    expect(Math.max(...overtaken)).toBeLessThan(sideBySide);
    const ended = socket.ofType('run.updated').filter(({ run }) => run.endedAt !== null);
    expect(ended.map(({ run }) => run.id).toSorted()).toEqual(came.toSorted());
    expect(ended.every(({ run }) => run.status === 'done')).toBe(true);
    // Nothing holds the loop for a large part of the work, however fast the machine is.
    expect(turns.longShare()).toBeLessThan(1 / 20);
  }, 120_000);
});
