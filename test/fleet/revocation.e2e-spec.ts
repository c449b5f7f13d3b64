import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { MadeAccessToken } from '../../src/protocol/records/access.js';
import { addressOf } from '../support/created-database.js';
import { describeFleet, temporaryRedis } from '../support/redis-server.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { until } from '../support/until.js';
import { TwoReplicas } from './two-replicas.js';

const root = 'the-token-of-the-configuration';
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describeFleet('a token in a fleet', ({ postgres }) => {
  const database = temporaryDatabase(postgres, () => '');
  const server = temporaryRedis();
  let replicas: TwoReplicas;

  beforeAll(async () => {
    const redis = await server.start();
    const place = { database: addressOf(database()), redis: redis.url };
    replicas = await TwoReplicas.start(place, { OFFICE_API_TOKEN: root, OFFICE_LEASE_MS: '60000' });
  }, 60_000);
  afterAll(() => replicas.close(), 60_000);

  it('made at one replica opens the other, and revoked there ends here with its sockets', async () => {
    const { first, second } = replicas;
    const body = { name: 'Traveller', rights: ['work'] };
    const made = await first.client.post<MadeAccessToken>('/tokens', body, bearer(root));
    const { id, token } = made.body;
    const statusAt = async ({ client }: typeof first): Promise<number> =>
      (await client.get('/api/health', bearer(token))).status;
    expect(await statusAt(first)).toBe(200);
    await replicas.level();
    await until(async () => (await statusAt(second)) === 200);
    const socket = await first.client.connect(bearer(token));
    const closed = once(socket.socket, 'close');
    expect((await second.client.delete(`/tokens/${id}`, bearer(root))).status).toBe(200);
    expect(await statusAt(second)).toBe(403);
    expect((await closed)[0]).toBe(1008);
    expect(await statusAt(first)).toBe(403);
  }, 60_000);
});
