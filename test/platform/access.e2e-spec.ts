import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Environment } from '../../src/platform/config/read-environment.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';
import { ProbeModule } from './probe/probe.module.js';

const crossOrigin =
  'Cross-origin writes are refused: this request came from a page on another origin. ' +
  'The office API is unauthenticated and only accepts changes from its own UI or a direct client.';
const crossSite =
  'Cross-site requests are refused: a page of another site caused this request. ' +
  'Open the address yourself, or list the origin of the page in OFFICE_ALLOWED_ORIGINS.';
const foreignHost = (host: string): string =>
  `Requests for the host "${host}" are refused: only loopback names, IP addresses and the names in OFFICE_ALLOWED_HOSTS are served.`;
const tokenRequired = 'A valid bearer token is required: OFFICE_API_TOKEN is set on this service.';

const start = (env?: Environment): Promise<RunningOffice> =>
  startOffice({ root: (bootContext) => ProbeModule.on(bootContext), env });

describe('who may talk to the office', () => {
  let office: RunningOffice;

  beforeAll(async () => {
    office = await start({
      OFFICE_ALLOWED_HOSTS: 'office.example, Other.example',
      OFFICE_ALLOWED_ORIGINS: 'https://desk.example',
    });
  });

  afterAll(() => office.close());

  describe('a change from a page of another origin', () => {
    it.each([
      'https://evil.example',
      'http://localhost.evil.example',
      'http://192.168.0.7',
      'https://desk.example.evil',
      'nonsense',
      'null',
      '',
    ])('is refused: %j', async (origin) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await office.client.call(method, '/api/probe', { headers: { origin } });
        expect([answer.status, answer.body]).toEqual([403, { error: crossOrigin }]);
      }
    });

    it('is refused before anybody asks whether the path exists or the body is fine', async () => {
      const headers = { origin: 'https://evil.example' };
      expect((await office.client.post('/api/nothing', '{', { headers })).status).toBe(403);
    });

    it.each(['http://localhost:5173', 'http://[::1]', 'HTTP://LOCALHOST', 'https://desk.example'])(
      'is let through when the origin is its own: %s',
      async (origin) => {
        const answer = await office.client.post('/api/probe/any', {}, { headers: { origin } });
        expect(answer.status).toBe(201);
      },
    );

    it('is let through without an origin, as from a program', async () => {
      expect((await office.client.post('/api/probe/any')).status).toBe(201);
    });
  });

  describe('a request that a page of another site caused', () => {
    const site = { 'sec-fetch-site': 'cross-site' };

    it.each([
      ['GET', '/api/probe'],
      ['GET', '/api/nothing'],
      ['GET', '/api/plugins/catalog?url=http://127.0.0.1:1/'],
      ['POST', '/api/probe/any'],
      ['PUT', '/api/probe'],
      ['PATCH', '/api/probe'],
      ['DELETE', '/api/probe'],
      ['TRACE', '/api/probe'],
      ['GET', '/runs/run_1/changes'],
      ['GET', '/runs/run_1/changes.patch?path=a'],
      ['GET', '/runs/'],
    ])('is refused: %s %s', async (method, path) => {
      const { status, body } = await office.client.call(method, path, { headers: site });
      expect([status, body]).toEqual([403, { error: crossSite }]);
    });

    it('is refused when only its headers are asked for', async () => {
      const { status, text } = await office.client.call('HEAD', '/api/probe', { headers: site });
      expect([status, text]).toEqual([403, '']);
    });

    it('is refused for an untrusted origin too, a change in the words for changes', async () => {
      for (const origin of ['https://evil.example', 'null']) {
        const headers = { ...site, origin };
        expect((await office.client.get('/api/probe', { headers })).body).toEqual({
          error: crossSite,
        });
        expect((await office.client.post('/api/probe', {}, { headers })).body).toEqual({
          error: crossOrigin,
        });
      }
    });

    it.each(['http://localhost:5173', 'https://desk.example'])(
      'is served when that page is trusted: %s',
      async (origin) => {
        const headers = { ...site, origin };
        expect((await office.client.get('/api/probe', { headers })).status).toBe(200);
        expect((await office.client.post('/api/probe/any', {}, { headers })).status).toBe(201);
      },
    );

    it.each(['same-origin', 'same-site', 'none'])(
      'is not what %s says, whatever origin it carries',
      async (site) => {
        const headers = { 'sec-fetch-site': site, origin: 'https://evil.example' };
        expect((await office.client.get('/api/probe', { headers })).status).toBe(200);
      },
    );

    it.each(['/docs', '/openapi.json', '/livez'])('does not matter to %s', async (path) => {
      expect((await office.client.get(path, { headers: site })).status).toBe(200);
    });
  });

  describe('a request under a name', () => {
    it.each([
      'evil.example',
      'localhost.evil.example',
      'office.example.evil',
      'a b',
      '127.0.0.1@x',
    ])('that is foreign is refused: %s', async (host) => {
      const answer = await office.client.get('/api/probe', { headers: { host } });
      expect([answer.status, answer.body]).toEqual([403, { error: foreignHost(host) }]);
    });

    it.each([
      'localhost',
      'LOCALHOST:8787',
      'console.localhost',
      '127.0.0.1',
      '192.168.0.7:80',
      '[::1]:8787',
      '[fe80::1]',
      'office.example',
      'other.example:99',
    ])('that is its own, an address, or listed is served: %s', async (host) => {
      expect((await office.client.get('/api/probe', { headers: { host } })).status).toBe(200);
    });

    it.each(['/livez', '/readyz'])('does not matter to %s', async (path) => {
      const answer = await office.client.get(path, { headers: { host: 'evil.example' } });
      expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    });
  });

  describe('a socket', () => {
    it.each([
      ['from a foreign origin', { origin: 'https://evil.example' }],
      ['from a page without an origin', { origin: 'null' }],
      ['under a foreign name', { host: 'evil.example' }],
    ])('%s is refused', async (_what, headers) => {
      await expect(office.client.connect({ headers })).rejects.toThrow('403');
    });

    it.each([
      ['without an origin', {}],
      ['from a loopback origin', { origin: 'http://localhost:5173' }],
      ['from a listed origin', { origin: 'https://desk.example' }],
    ])('%s is accepted', async (_what, headers) => {
      const socket = await office.client.connect({ headers });
      expect(socket.events[0]?.type).toBe('hello');
    });

    it.each(['/', '/ws/', '/wsx', '/api/probe', '/WS', '//ws', '/%77s', '//'])(
      'on %s has its connection destroyed',
      async (path) => {
        await expect(office.client.connect({ path })).rejects.toThrow('socket hang up');
      },
    );
  });
});

describe('an office with a token', () => {
  const token = 'open-sesame';
  let office: RunningOffice;

  beforeAll(async () => {
    office = await start({ OFFICE_API_TOKEN: token });
  });

  afterAll(() => office.close());

  it.each([
    ['none', {}],
    ['another', { authorization: 'Bearer open-sesam' }],
    ['the right one, not as a bearer', { authorization: token }],
    ['an empty one', { authorization: 'Bearer ' }],
  ])('refuses whoever has %s', async (_what, headers) => {
    const closed = ['/api/probe', '/api/nothing', '/metrics', '/nothing', '/docsx'];
    for (const path of [...closed, '/runs/run_1/changes', '/runs/run_1/changes.patch']) {
      const answer = await office.client.get(path, { headers });
      expect([answer.status, answer.body]).toEqual([403, { error: tokenRequired }]);
    }
  });

  it.each(['Bearer open-sesame', 'bearer  open-sesame '])('serves %j', async (authorization) => {
    const answer = await office.client.get('/api/probe', { headers: { authorization } });
    expect(answer.status).toBe(200);
  });

  it.each(['/livez', '/readyz', '/openapi.json', '/docs'])('shows %s to anybody', async (path) => {
    expect((await office.client.get(path)).status).toBe(200);
  });

  it('lets pages on its own machine send the token', async () => {
    const { status, headers } = await office.client.call('OPTIONS', '/api/probe');
    expect(status).toBe(204);
    expect(headers['access-control-allow-headers']).toBe('content-type, authorization');
  });

  it('wants it on the socket too, in the address or in a header', async () => {
    await expect(office.client.connect()).rejects.toThrow('403');
    await expect(office.client.connect({ path: '/ws?token=wrong' })).rejects.toThrow('403');
    await office.client.connect({ path: `/ws?token=${token}` });
    await office.client.connect({ headers: { authorization: `Bearer ${token}` } });
  });

  it('never writes it into the log', async () => {
    await office.client.post(
      '/api/probe/fault',
      {},
      { headers: { authorization: `Bearer ${token}` } },
    );
    await expect(office.client.connect({ path: `/ws?token=${token}x` })).rejects.toThrow();
    expect(office.log.join('\n')).not.toContain(token);
  });
});
