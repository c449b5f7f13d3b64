import { readdir, readFile, stat } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import type { Environment } from '../../src/platform/config/read-environment.js';
import type { ClientCommand } from '../../src/protocol/commands.js';
import type { DiscoveryAnswer, ProviderKeys } from '../../src/protocol/records/models.js';
import type { Health, OfficeState } from '../../src/protocol/records/office.js';
import { finished, submit } from '../runs/support/commission.js';
import { refusalOf } from '../support/organisations/ask-socket.js';
import { officeBrain } from '../support/scripted-provider/office-brain.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import { type RunningOffice, startOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { until } from '../support/until.js';

const key = 'sk-pasted-0123456789';
const brief = 'Which database suits a small tool?';

describe('a key that is pasted', () => {
  const directory = temporaryDirectory();
  let tests = 0;
  const inDir = (name: string) => directory(`${tests}`, name);
  let scripted: ScriptedProvider;
  let office: RunningOffice;

  const start = async (env: Environment = {}): Promise<void> => {
    office = await startOffice({
      root: (bootContext) => AppModule.on(bootContext),
      env: {
        OFFICE_DB: inDir('office.sqlite'),
        OFFICE_LLM_MODE: 'auto',
        OFFICE_BENCHMARKS: 'false',
        OFFICE_ENDPOINT_HEALTH: 'false',
        OFFICE_MOCK_LATENCY_MS: '0',
        OFFICE_OPENAI_BASE_URL: scripted.baseUrl,
        OFFICE_OPENAI_ENDPOINT: 'chat',
        ...env,
      },
    });
  };
  beforeEach(async () => {
    tests += 1;
    scripted = await ScriptedProvider.start();
    scripted.respondWith(officeBrain);
  });
  afterEach(async () => {
    await office.close();
    await scripted.close();
  });

  const keys = async () => (await office.client.get<ProviderKeys>('/providers/keys')).body;
  const mode = async () => (await office.client.get<Health>('/api/health')).body.llmMode;
  const paste = (providerId = 'openai', given = key) => ({
    type: 'setProviderKey' as const,
    providerId,
    key: given,
  });

  /** Sends a command and waits for the event of its effect. */
  async function carryOut(command: ClientCommand, llmMode: 'live' | 'mock') {
    const socket = await office.client.connect();
    socket.send(command);
    await socket.waitFor('office.updated', ({ state }) => state.llmMode === llmMode);
    return socket;
  }

  it('is used at once, survives a restart, is told to nobody and can be removed', async () => {
    await start();
    expect(await mode()).toBe('mock');
    const pastedAt = Date.now();
    const socket = await carryOut(paste(), 'live');
    const { id } = await submit(office, { brief, pipelineId: 'quick-answer' });
    const run = await finished(office, socket, id);
    expect(run.status).toBe('done');
    expect(run.turns[0]?.servedBy?.providerId ?? run.turns[0]?.route.providerId).toBe('openai');
    expect(Date.now() - pastedAt).toBeLessThan(60_000);
    expect(scripted.requests.map(({ headers }) => headers.authorization)).toContain(
      `Bearer ${key}`,
    );

    const file = inDir('provider-keys.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toContain(key);
    expect(await keys()).toMatchObject({
      refusal: null,
      providers: expect.arrayContaining([{ id: 'openai', label: 'OpenAI', stored: true }]),
    });

    const told = [...socket.events, await keys(), (await office.client.get('/api/state')).body];
    expect(JSON.stringify([told, office.log])).not.toContain(key);
    await office.close();
    for (const name of await readdir(inDir('.'))) {
      if (!name.startsWith('office.sqlite')) continue;
      expect((await readFile(inDir(name))).includes(key)).toBe(false);
    }

    await start();
    expect(await mode()).toBe('live');
    await carryOut({ type: 'removeProviderKey', providerId: 'openai' }, 'mock');
    expect(await readdir(inDir('.'))).not.toContain('provider-keys.json');
    expect(await refusalOf(office, { type: 'removeProviderKey', providerId: 'openai' })).toBe(
      "No key of 'openai' was given by a command.",
    );
  });

  it('does not stand in the log where its provider repeats it', async () => {
    scripted.respondWith(() => ({
      refusal: { status: 401, body: { error: { message: `no such key: ${key}` } } },
    }));
    await start();
    const socket = await carryOut(paste(), 'live');
    const { id } = await submit(office, { brief, pipelineId: 'quick-answer' });
    const run = await finished(office, socket, id);
    expect(run.status).toBe('failed');
    expect(JSON.stringify([run, socket.events, office.log])).not.toContain(key);
  });

  it('is shown as refused after a call, though its provider lists models, until another works', async () => {
    const refusal = { status: 401, body: { error: { message: 'no such key' } } };
    scripted.respondWith((request) =>
      request.headers.authorization === `Bearer ${key}` ? { refusal } : officeBrain(request),
    );
    await start();
    const socket = await carryOut(paste(), 'live');
    const status = (state: OfficeState) => state.providers.find(({ id }) => id === 'openai');
    const { id } = await submit(office, { brief, pipelineId: 'quick-answer' });
    await finished(office, socket, id);
    const shown = await socket.waitFor('office.updated', ({ state }) => {
      return status(state)?.keyRefusal !== undefined;
    });
    expect(status(shown.state)?.keyRefusal).toContain('HTTP 401 from openai: no such key');
    await carryOut(paste('openai', 'sk-another'), 'live');
    const { body: state } = await office.client.get<OfficeState>('/api/state');
    expect(status(state)).not.toHaveProperty('keyRefusal');
  });

  const list = 'GET /models';
  const discover = async () => {
    const body = { providerId: 'openai', force: false };
    return (await office.client.post<DiscoveryAnswer>('/api/models/discover', body)).body.reports;
  };
  const models = (id: string) => ({ body: { data: [{ id }] } });
  const wrong = { status: 401, body: { error: { message: 'wrong' } } };

  const scoped = { status: 401, body: { error: { message: 'Missing scopes: api.model.read' } } };
  const forbidden = { status: 403, body: { error: { message: 'No lists' } } };

  it.each([models('gpt-4o'), wrong, scoped, forbidden])(
    'costs one request for a list, answered %j',
    async (answer) => {
      const held = Promise.withResolvers<void>();
      scripted.route(list, { ...answer, after: held.promise });
      await start();
      await carryOut(paste(), 'live');
      await until(() => scripted.count(list) === 1);
      const asked = discover();
      held.resolve();
      const reports = await asked;
      const isRefused = answer === wrong;
      expect(reports).toMatchObject([{ providerId: 'openai', ok: !('status' in answer) }]);
      expect(reports[0]?.keyRefused).toBe(isRefused || undefined);
      expect(await discover()).toEqual(reports);
      expect(scripted.count(list)).toBe(1);
      const { body } = await office.client.get<OfficeState>('/api/state');
      const refusal = body.providers.find(({ id }) => id === 'openai')?.keyRefusal;
      expect(refusal).toBe(isRefused ? 'HTTP 401 from openai/models: wrong' : undefined);
    },
  );

  it('is asked about anew when it is pasted again, which who asks meanwhile waits for', async () => {
    scripted.route(list, wrong);
    await start();
    await carryOut(paste(), 'live');
    await until(() => scripted.count(list) === 1);
    expect(await discover()).toMatchObject([{ ok: false }]);
    const held = Promise.withResolvers<void>();
    scripted.route(list, { ...models('gpt-4o'), after: held.promise });
    await carryOut(paste(), 'live');
    await until(() => scripted.count(list) === 2);
    const asked = discover();
    held.resolve();
    expect(await asked).toMatchObject([{ ok: true }]);
    expect(scripted.count(list)).toBe(2);
  });

  it('lists a provider that is hidden without one', async () => {
    await start({ OFFICE_MISTRAL_BASE_URL: scripted.baseUrl });
    const socket = await carryOut(paste('mistral'), 'live');
    const last = socket.ofType('office.updated').at(-1);
    expect(last?.state.providers.find(({ id }) => id === 'mistral')?.configured).toBe(true);
  });

  it.each([
    [paste('nobody'), "'nobody' is no provider that a key can be given for."],
    [paste('mock'), "'mock' is no provider that a key can be given for."],
    [paste('local'), "'local' is no provider that a key can be given for."],
    [paste('openai', '"sk-1"'), 'A key is printable ASCII without quotes. This is none.'],
    [paste('openai', 'two\nlines'), 'A key is printable ASCII without quotes. This is none.'],
    [paste('openai', '$OPENAI_API_KEY'), 'A key is printable ASCII without quotes. This is none.'],
    [{ type: 'setProviderKey' }, 'setProviderKey needs "providerId" and "key".'],
    [paste('openai', ' '), 'setProviderKey needs "providerId" and "key".'],
  ])('is refused as %j', async (command, refusal) => {
    await start();
    expect(await refusalOf(office, command)).toBe(refusal);
    expect(await mode()).toBe('mock');
    expect(await readdir(inDir('.'))).not.toContain('provider-keys.json');
  });

  it.each([
    [
      { ANTHROPIC_API_KEY: 'k', OFFICE_MODEL_DISCOVERY: 'false' },
      'Keys come from the environment here (ANTHROPIC_API_KEY). Set further ones there.',
    ],
    [
      { OFFICE_LLM_MODE: 'mock' },
      'OFFICE_LLM_MODE=mock forces simulated employees, so that a key would not be used.',
    ],
    [
      { OFFICE_DB: ':memory:' },
      'A key is kept in a file beside the store, and this store is not in a file.',
    ],
    [
      { HOST: '0.0.0.0', OFFICE_ALLOW_OPEN: 'true' },
      'The service listens on 0.0.0.0 without a token, so that others could use the key. Set OFFICE_API_TOKEN, or HOST=127.0.0.1.',
    ],
  ])('is refused with %j, which is said before', async (env, refusal) => {
    await start(env);
    expect((await keys()).refusal).toBe(refusal);
    expect(await refusalOf(office, paste())).toBe(refusal);
  });

  it('waits for simulated runs, which stay simulated', async () => {
    await start();
    const socket = await office.client.connect();
    const { id } = await submit(office, {
      brief:
        'Add a command line tool in csv-table/ that turns a CSV file into a Markdown table, with tests.',
      pipelineId: 'code-change',
    });
    await socket.waitFor('approval.requested');
    expect(await refusalOf(office, paste())).toBe(
      'A run is at work, and this would change between simulated and real employees. Cancel it or wait for the end.',
    );
    socket.send({ type: 'cancel', runId: id });
    await finished(office, socket, id);
    await carryOut(paste(), 'live');
  });
});
