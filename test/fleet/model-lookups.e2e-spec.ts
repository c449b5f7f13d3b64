import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EventBus } from '../../src/platform/events/event-bus.js';
import type { ModelSpec } from '../../src/protocol/records/models.js';
import { startLiveOffice } from '../support/models/live-office.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { describeFleet } from '../support/redis-server.js';
import { addressOf } from '../support/created-database.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { until } from '../support/until.js';
import { TwoReplicas } from './two-replicas.js';

describeFleet('what providers tell one replica', ({ postgres, redis }) => {
  const database = temporaryDatabase(postgres, () => 'never');
  let provider: ScriptedProvider;
  let replicas: TwoReplicas;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    provider.route('GET /models', { body: { data: [{ id: 'gpt-4o' }] } });
    const env = { OPENAI_API_KEY: 'k', OFFICE_MODEL_DISCOVERY: 'true' };
    const place = { database: addressOf(database()), redis };
    replicas = await TwoReplicas.start(place, env, (both) => startLiveOffice(provider, both));
  });
  afterAll(async () => {
    await replicas.close();
    await provider.close();
  });

  const idsAt = async ({ client }: RunningOffice): Promise<readonly string[]> =>
    (await client.get<ModelSpec[]>('/api/models')).body.map(({ id }) => id);

  it('of models is in the catalogue of the other as well', async () => {
    // Each has asked at boot: of the shipped list only what the provider offers is left.
    for (const replica of [replicas.first, replicas.second]) {
      await until(async () => !(await idsAt(replica)).includes('o3-mini'));
    }
    provider.route('GET /models', { body: { data: [{ id: 'gpt-4o' }, { id: 'new-70b' }] } });
    const { status } = await replicas.first.client.post('/api/models/discover', { force: true });
    expect(status).toBe(200);
    await replicas.level();
    expect(await idsAt(replicas.second)).toContain('new-70b');
  });

  it('of a limit holds back the calls of the other as well', async () => {
    const { first, second } = replicas;
    const waitMs = 1500;
    const asked: number[] = [];
    provider.respondWith(() => {
      asked.push(performance.now());
      if (asked.length > 1) return { text: ['Good morning.'] };
      return { refusal: { status: 429, headers: { 'retry-after-ms': String(waitMs) } } };
    });
    const told = new Promise((resolve) => {
      second.app.get(EventBus).on('internal.models.limited', 'test', resolve);
    });
    const sockets = [await first.client.connect(), await second.client.connect()];
    const chat = { type: 'chat', employeeId: 'ceo', text: 'Good morning' } as const;
    sockets[0]?.send(chat);
    await told;
    sockets[1]?.send(chat);
    await until(() => asked.length >= 3);
    const [refusedAt = 0, ...others] = asked;
    for (const at of others) expect(at - refusedAt).toBeGreaterThan(waitMs - 100);
  }, 60_000);
});
