import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import type { Environment } from '../../src/platform/config/read-environment.js';
import type { ModelSpec, ProviderStatus } from '../../src/protocol/records/models.js';
import { carryOut } from '../runs/support/commission.js';
import { freePort } from '../support/free-port.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { type RunningOffice, startOffice } from '../support/start-office.js';
import { manifestOf, putPlugin } from '../support/plugins/plugin-workshop.js';
import { officeBrain } from '../support/providers/core/office-brain.js';
import { simulatorKey, ProviderSimulator } from '../support/providers/core/simulator.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { deepSeek } from '../support/providers/deepseek.js';
import { ollama } from '../support/providers/ollama.js';

let office: RunningOffice | undefined;
let simulator: ProviderSimulator | undefined;
let late: Server | undefined;

afterEach(async () => {
  await office?.close();
  await simulator?.close();
  late?.closeAllConnections();
  late?.close();
});

async function start(env: Environment): Promise<RunningOffice> {
  office = await startOffice({
    root: (bootContext) => AppModule.on(bootContext),
    env: {
      OFFICE_LLM_MODE: 'live',
      OFFICE_MODEL_DISCOVERY: 'true',
      OFFICE_BENCHMARKS: 'false',
      OFFICE_ENDPOINT_HEALTH: 'false',
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
      ...env,
    },
  });
  return office;
}

/** The status of a provider, once it is as wanted. */
async function providerOnce(
  running: RunningOffice,
  socket: OfficeSocket,
  id: string,
  wanted: Partial<ProviderStatus>,
): Promise<ProviderStatus> {
  for (;;) {
    const { body } = await running.client.get<ProviderStatus[]>('/api/providers');
    const status = body.find((each) => each.id === id);
    const fits = Object.entries(wanted).every(
      ([key, value]) => status?.[key as keyof ProviderStatus] === value,
    );
    if (status !== undefined && fits) return status;
    await socket.waitFor('office.updated', ({ state }) =>
      state.providers.some((each) => each.id === id && each.ok === (wanted.ok ?? each.ok)),
    );
  }
}

async function model(running: RunningOffice, id: string): Promise<ModelSpec | undefined> {
  const { body } = await running.client.get<ModelSpec[]>('/api/models');
  return body.find((each) => each.id === id);
}

describe('a provider that cannot be reached', () => {
  it('is out of the pool until a probe succeeds', async () => {
    const port = await freePort();
    simulator = await ProviderSimulator.start(deepSeek(), { brain: officeBrain });
    const running = await start({
      DEEPSEEK_API_KEY: simulatorKey,
      OFFICE_DEEPSEEK_BASE_URL: simulator.baseUrl,
      OPENAI_API_KEY: simulatorKey,
      OFFICE_OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OFFICE_LOCAL_BASE_URL: `http://127.0.0.1:${await freePort()}/v1`,
    });
    const socket = await running.client.connect();
    const down = await providerOnce(running, socket, 'openai', { ok: false });
    expect(down.detail).toContain('ECONNREFUSED');
    await providerOnce(running, socket, 'deepseek', { ok: true });

    const run = await carryOut(running, socket, { pipelineId: 'quick-answer', budgetUsd: 50 });
    expect(run).toMatchObject({ status: 'done', error: null });
    for (const { route, attemptedRoutes } of run.turns) {
      expect(route.providerId).toBe('deepseek');
      expect(attemptedRoutes ?? []).toEqual([]);
      const reasons = new Map(route.considered.map((each) => [each.providerId, each.reason]));
      expect(reasons.get('openai')).toContain('its provider does not answer');
      expect(reasons.get('local')).toContain('its provider does not answer');
    }

    late = createServer((_, response) => response.end('{"data":[{"id":"gpt-4o"}]}'));
    late.listen(port, '127.0.0.1');
    await once(late, 'listening');
    const back = await providerOnce(running, socket, 'openai', { ok: true });
    expect(back).toMatchObject({ detail: null, modelSource: 'discovered', modelCount: 1 });
  });
});

describe('a runtime on this machine that a plugin brings after the boot', () => {
  const inDir = temporaryDirectory();

  it('is probed by the office itself', async () => {
    simulator = await ProviderSimulator.start(ollama(), { brain: officeBrain });
    const running = await start({ OFFICE_PLUGINS_DIR: inDir('plugins') });
    const socket = await running.client.connect();
    const provider = { id: 'kitchen', label: 'Kitchen', kind: 'openai-compat', keyless: true };
    const providers = [{ ...provider, baseUrl: simulator.baseUrl }];
    const manifest = manifestOf({
      id: 'test.kitchen',
      permissions: ['providers'],
      contributes: { providers },
    });
    await putPlugin(inDir('plugins', 'kitchen'), { manifest });
    await running.client.post('/api/plugins/refresh');
    const status = await providerOnce(running, socket, 'kitchen', { modelSource: 'discovered' });
    expect(status).toMatchObject({ ok: true, modelCount: 3 });
  });
});

describe('a model of which nobody says whether it has tools', () => {
  const id = 'gemma3:4b';
  let database: string;

  afterEach(() => rm(database, { force: true }));

  it('is tried with tools, and the answer of its server is kept over a restart', async () => {
    database = join(tmpdir(), `${randomUUID()}.db`);
    simulator = await ProviderSimulator.start(ollama(), { brain: officeBrain });
    const env = { OFFICE_DB: database, OFFICE_LOCAL_BASE_URL: simulator.baseUrl };
    const running = await start(env);
    const socket = await running.client.connect();
    await providerOnce(running, socket, 'local', { ok: true });
    expect(await model(running, id)).toMatchObject({
      capabilities: { tools: true },
      assumed: ['tools', 'vision', 'reasoning'],
    });
    await running.client.patch('/api/settings', { disabledModelIds: ['qwen3:8b', 'llama3.1:8b'] });
    await carryOut(running, socket, { pipelineId: 'quick-answer', budgetUsd: 50 });
    expect(simulator.refusals.map(({ rule }) => rule)).toEqual(['tools-supported']);
    expect(await model(running, id)).toMatchObject({
      capabilities: { tools: false },
      assumed: ['vision', 'reasoning'],
    });

    await running.close();
    const again = await start(env);
    const newSocket = await again.client.connect();
    await providerOnce(again, newSocket, 'local', { ok: true });
    expect(await model(again, id)).toMatchObject({ capabilities: { tools: false } });
    const run = await carryOut(again, newSocket, { pipelineId: 'quick-answer', budgetUsd: 50 });
    expect(run).toMatchObject({ status: 'done', error: null });
    expect(simulator.refusals).toHaveLength(1);
  });
});
