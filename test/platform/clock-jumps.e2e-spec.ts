import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Health } from '../../src/protocol/records/office.js';
import type { Run, RunDetail } from '../../src/protocol/records/work.js';
import { repositoryRoot } from '../support/run-program.js';
import { ServiceProcess } from '../support/service-process.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const hour = 60 * 60 * 1000;
const timeoutMs = 5000;

/** The built service, whose wall clock is set while it works. */
describe('a question of five seconds', () => {
  const directory = temporaryDirectory();
  let service: ServiceProcess;

  const setClock = async (ms: number): Promise<void> => {
    await writeFile(directory('clock'), String(ms));
    // The process looks every 20 ms.
    await setTimeout(200);
  };
  const start = (): Promise<ServiceProcess> =>
    ServiceProcess.start({
      OFFICE_DB: directory('office.sqlite'),
      OFFICE_WORKSPACE: directory('workspace'),
      OFFICE_MOCK_LATENCY_MS: '0',
      OFFICE_APPROVAL_TIMEOUT_MS: String(timeoutMs),
      TEST_CLOCK_FILE: directory('clock'),
      NODE_OPTIONS: `--import ${pathToFileURL(join(repositoryRoot, 'test/support/set-clock.mjs')).href}`,
    });

  beforeEach(async () => {
    await setClock(0);
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
      await setClock(jumpMs);
      const tookMs = (await refused(id)) - askedAt;
      expect(tookMs).toBeGreaterThan(timeoutMs - 1000);
      expect(tookMs).toBeLessThan(timeoutMs * 4);
      const { body } = await service.client.get<RunDetail>(`/api/runs/${id}`);
      const lasted = body.turns.flatMap(({ toolCalls }) =>
        toolCalls.map(({ durationMs }) => durationMs),
      );
      expect(lasted.filter((ms) => ms < 0 || ms > hour / 2)).toEqual([]);
      const health = await service.client.get<Health>('/api/health');
      expect(health.body.uptimeMs).toBeGreaterThan(0);
      expect(health.body.uptimeMs).toBeLessThan(hour / 2);
    },
    60_000,
  );

  it('waits no longer than that after a kill, and a start with the clock set back', async () => {
    const { id } = await ask();
    await service.kill();
    await setClock(-hour);
    service = await start();
    const began = performance.now();
    expect((await refused(id)) - began).toBeLessThan(timeoutMs * 4);
  }, 60_000);
});
