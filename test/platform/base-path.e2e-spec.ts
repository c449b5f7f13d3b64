import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import { Office } from '../../src/client/office.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';

describe('an office under a path', () => {
  let office: RunningOffice;
  const get = (path: string) => office.client.get(path);

  beforeAll(async () => {
    office = await startOffice({
      root: (bootContext) => AppModule.on(bootContext),
      env: { OFFICE_BASE_PATH: '/tools/office/', OFFICE_API_TOKEN: 'secret' },
    });
  });
  afterAll(() => office.close());

  it.each(['/livez', '/docs', '/docs/socket', '/openapi.json'])(
    'answers there and at the root: %s',
    async (path) => {
      const [below, root] = [await get(`/tools/office${path}`), await get(path)];
      expect([below.status, below.text]).toEqual([200, root.text]);
      expect(below.headers['content-security-policy']).toBe(
        root.headers['content-security-policy'],
      );
    },
  );

  it.each([
    ['/tools/office', 'office/'],
    ['/tools/office?new=1', 'office/?new=1'],
    ['/tools/office/docs/', '../docs'],
    ['/docs/', '../docs'],
  ])('sends %s to where relative references hold', async (path, place) => {
    const { status, headers } = await get(path);
    expect([status, headers.location]).toEqual([308, place]);
  });

  it('wants the token for what wants it at the root, and for nothing else', async () => {
    expect((await get('/tools/office/api/state')).status).toBe(403);
    expect((await get('/tools/office/assets/none.js')).status).toBe(404);
    expect((await get('/tools/officer/api/health')).status).toBe(403);
  });

  it.each(['/tools/office', '/tools/office///', '/tools/office/?a=b#c', ''])(
    'is spoken to by the client at %j',
    async (path) => {
      const url = `http://127.0.0.1:${office.port}${path}`;
      using client = await Office.connect({ url, token: 'secret' });
      expect((await client.http.health()).llmMode).toBe('mock');
    },
  );

  it.each(['/tools/office//ws', '/tools/ws', '/tools/officews', '/tools/office/ws/'])(
    'has no socket at %s',
    async (path) => {
      const connecting = office.client.connect({ path: `${path}?token=secret` });
      await expect(connecting).rejects.toThrow('socket hang up');
    },
  );
});
