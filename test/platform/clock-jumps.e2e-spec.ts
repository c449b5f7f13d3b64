import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Health } from '../../src/protocol/records/office.js';
import type { Run, RunDetail } from '../../src/protocol/records/work.js';
import { retryStages } from '../../src/protocol/rules/retry-stages.js';
import { repositoryRoot } from '../support/run-program.js';
import { ServiceProcess } from '../support/service-process.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { officeBrain } from '../support/providers/core/office-brain.js';
import { simulatorKey, ProviderSimulator } from '../support/providers/core/simulator.js';
import { openAi } from '../support/providers/openai.js';

const hour = 60 * 60 * 1000;
const timeoutMs = 5000;

/** The built service, whose wall clock is set while it works. */
describe('a question of five seconds', () => {
  const directory = temporaryDirectory();
  let service: ServiceProcess;

  const clock = clockOf(directory);
  const start = (): Promise<ServiceProcess> =>
    ServiceProcess.start({
      OFFICE_DB: directory('office.sqlite'),
      OFFICE_WORKSPACE: directory('workspace'),
      OFFICE_MOCK_LATENCY_MS: '0',
      OFFICE_APPROVAL_TIMEOUT_MS: String(timeoutMs),
      ...clock.env(),
    });

  beforeEach(async () => {
    await clock.set(0);
    service = await start();
  });
  afterEach(() => service.kill());

  /** Asks, and answers the run and when it asked. */
  async function ask(): Promise<{ readonly id: string; readonly askedAt: number }> {
    const socket = await service.client.connect();
    const order = { brief: 'run_shell {"command": "echo one"}', pipelineId: 'code-change' };
    const { body } = await service.client.post<Run>('/api/submit', order);
    await socket.waitFor('approval.requested', ({ approval }) => approval.runId === body.id);
    return { id: body.id, askedAt: performance.now() };
  }

  async function cancelled(id: string): Promise<RunDetail> {
    const socket = await service.client.connect();
    socket.send({ type: 'cancel', runId: id });
    return finished(service, id);
  }

  const statuses = async (id: string): Promise<readonly string[]> =>
    (await service.client.get<RunDetail>(`/api/runs/${id}`)).body.approvals.map(
      ({ status }) => status,
    );

  /** Resolves when the first question was refused. */
  async function refused(id: string): Promise<number> {
    while ((await statuses(id))[0] === 'pending') await setTimeout(50);
    return performance.now();
  }

  it.each([
    ['back', -hour],
    ['forward', hour],
  ])(
    'takes five seconds when the clock is set %s meanwhile',
    async (_, jumpMs) => {
      const { id, askedAt } = await ask();
      await clock.set(jumpMs);
      const tookMs = (await refused(id)) - askedAt;
      expect(tookMs).toBeGreaterThan(timeoutMs - 1000);
      expect(tookMs).toBeLessThan(timeoutMs * 4);
      const { body } = await service.client.get<RunDetail>(`/api/runs/${id}`);
      const lasted = body.turns.flatMap(({ toolCalls }) =>
        toolCalls.map(({ durationMs }) => durationMs),
      );
      expect(lasted.filter((ms) => ms < 0 || ms > hour / 2)).toEqual([]);
      expect(endsBeforeStarts(await cancelled(id))).toEqual([]);
      const health = await service.client.get<Health>('/api/health');
      expect(health.body.uptimeMs).toBeGreaterThan(0);
      expect(health.body.uptimeMs).toBeLessThan(hour / 2);
    },
    60_000,
  );

  it('waits no longer than that after a kill, and a start with the clock set back', async () => {
    const { id } = await ask();
    await service.kill();
    await clock.set(-hour);
    service = await start();
    const began = performance.now();
    expect((await refused(id)) - began).toBeLessThan(timeoutMs * 4);
    expect(endsBeforeStarts(await cancelled(id))).toEqual([]);
  }, 60_000);

  it('and a run that is cancelled end when they began, or later', async () => {
    const { id } = await ask();
    await clock.set(-hour);
    const run = await cancelled(id);
    expect(run.status).toBe('cancelled');
    expect(run.approvals[0]?.decidedAt).not.toBeNull();
    expect(endsBeforeStarts(run)).toEqual([]);
    expect(retryStages(run).map(({ id: stage }) => stage)).toContain(run.stages[0]?.id);
  });
});

/** A provider that wants to be left alone for so long. */
describe('a Retry-After of three seconds', () => {
  const directory = temporaryDirectory();
  const retryMs = 3000;
  let provider: ProviderSimulator;
  let service: ServiceProcess;
  const clock = clockOf(directory);

  const start = (): Promise<ServiceProcess> =>
    ServiceProcess.start({
      ...clock.env(),
      OFFICE_DB: directory('office.sqlite'),
      OFFICE_WORKSPACE: directory('workspace'),
      OFFICE_LLM_MODE: 'auto',
      OFFICE_MODEL_DISCOVERY: 'true',
      OFFICE_BENCHMARKS: 'false',
      OFFICE_ENDPOINT_HEALTH: 'false',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
      OPENAI_API_KEY: simulatorKey,
      OFFICE_OPENAI_BASE_URL: provider.baseUrl,
    });

  beforeEach(async () => {
    await clock.set(0);
    provider = await ProviderSimulator.start(openAi(), { brain: officeBrain });
    service = await start();
  });
  afterEach(async () => {
    await service.kill();
    await provider.close();
  });

  /** Commissions, and answers the run once it waits for the provider. */
  async function waiting(): Promise<string> {
    provider.fail({ kind: 'rate-limit', retryMs });
    const socket = await service.client.connect();
    const order = { brief: 'Say what you see.', pipelineId: 'quick-answer' };
    const { body } = await service.client.post<Run>('/api/submit', order);
    await socket.waitFor('employee.updated', ({ employee }) =>
      (employee.activity ?? '').startsWith('Waiting for openai'),
    );
    return body.id;
  }

  const jumps: readonly [string, number][] = [
    ['back', -hour],
    ['forward', hour],
  ];

  it.each(jumps)('takes as long when the clock is set %s meanwhile', async (_, jumpMs) => {
    const id = await waiting();
    const began = performance.now();
    await clock.set(jumpMs);
    const run = await finished(service, id);
    const tookMs = performance.now() - began;
    expect(run.status).toBe('done');
    expect(tookMs).toBeGreaterThan(retryMs - 1000);
    expect(tookMs).toBeLessThan(retryMs * 5);
    expect(provider.limited).toHaveLength(1);
    expect(endsBeforeStarts(run)).toEqual([]);
  });

  it.each(jumps)('is over no later after a kill, with the clock set %s', async (_, jumpMs) => {
    const id = await waiting();
    await service.kill();
    await clock.set(jumpMs);
    service = await start();
    const began = performance.now();
    const run = await finished(service, id);
    expect(run.status).toBe('done');
    expect(performance.now() - began).toBeLessThan(retryMs * 5);
    expect(endsBeforeStarts(run)).toEqual([]);
  });
});

/** The wall clock of services that are started with its environment. */
function clockOf(directory: (name: string) => string) {
  const preload = pathToFileURL(join(repositoryRoot, 'test/support/set-clock.mjs')).href;
  return {
    env: () => ({ TEST_CLOCK_FILE: directory('clock'), NODE_OPTIONS: `--import ${preload}` }),
    async set(ms: number): Promise<void> {
      await writeFile(directory('clock'), String(ms));
      // The process looks every 20 ms.
      await setTimeout(200);
    },
  };
}

async function finished({ client }: ServiceProcess, id: string): Promise<RunDetail> {
  for (;;) {
    const { body } = await client.get<RunDetail>(`/api/runs/${id}`);
    if (body.endedAt !== null) return body;
    await setTimeout(50);
  }
}

/** What of the run is recorded to have ended before it began. */
function endsBeforeStarts(run: RunDetail): readonly string[] {
  const spans: readonly (readonly [string, number | null, number | null])[] = [
    ['run', run.createdAt, run.endedAt],
    ['change of the run', run.createdAt, run.updatedAt],
    ...run.stages.map(({ spec, startedAt, endedAt }) => [spec.name, startedAt, endedAt] as const),
    ...run.stages.map(({ endedAt }) => ['stage and run', endedAt, run.endedAt] as const),
    ...run.turns.map(({ id, startedAt, endedAt }) => [id, startedAt, endedAt] as const),
    ...run.turns.map(({ id, diff }) => [id, diff?.beforeAt ?? 0, diff?.afterAt ?? 0] as const),
    ...run.approvals.map(({ id, requestedAt, decidedAt }) => [id, requestedAt, decidedAt] as const),
    ...run.turns.flatMap(({ toolCalls }) =>
      toolCalls.map(({ name, durationMs }) => [name, 0, durationMs] as const),
    ),
  ];
  return spans.flatMap(([what, start, end]) => ((end ?? Infinity) < (start ?? 0) ? what : []));
}
