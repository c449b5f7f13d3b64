import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ModelSpec } from '../../src/protocol/records/models.js';
import { startLiveOffice } from '../support/models/live-office.js';
import { ScriptedVendor } from '../support/scripted-vendor/scripted-vendor.js';
import type { RunningOffice } from '../support/start-office.js';
import { describeFleet } from '../support/redis-server.js';
import { addressOf } from '../support/created-database.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { until } from '../support/until.js';
import { TwoReplicas } from './two-replicas.js';

describeFleet('what vendors tell one replica of models', ({ postgres, redis }) => {
  const database = temporaryDatabase(postgres, () => 'never');
  let vendor: ScriptedVendor;
  let replicas: TwoReplicas;

  beforeAll(async () => {
    vendor = await ScriptedVendor.start();
    vendor.route('GET /models', { body: { data: [{ id: 'gpt-4o' }] } });
    const env = { OPENAI_API_KEY: 'k', OFFICE_MODEL_DISCOVERY: 'true' };
    const place = { database: addressOf(database()), redis };
    replicas = await TwoReplicas.start(place, env, (both) => startLiveOffice(vendor, both));
  });
  afterAll(async () => {
    await replicas.close();
    await vendor.close();
  });

  const idsAt = async ({ client }: RunningOffice): Promise<readonly string[]> =>
    (await client.get<ModelSpec[]>('/api/models')).body.map(({ id }) => id);

  it('is in the catalogue of the other as well', async () => {
    // Each has asked at boot: of the shipped list only what the vendor offers is left.
    for (const replica of [replicas.first, replicas.second]) {
      await until(async () => !(await idsAt(replica)).includes('o3-mini'));
    }
    vendor.route('GET /models', { body: { data: [{ id: 'gpt-4o' }, { id: 'new-70b' }] } });
    const { status } = await replicas.first.client.post('/api/models/discover', { force: true });
    expect(status).toBe(200);
    await replicas.level();
    expect(await idsAt(replicas.second)).toContain('new-70b');
  });
});
