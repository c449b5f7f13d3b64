import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Environment } from '../../src/platform/config/read-environment.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';
import { ProbeModule } from './probe/probe.module.js';

const crossOrigin =
  'Cross-origin writes are refused: this request came from a page on another origin. ' +
  'The office API is unauthenticated and only accepts changes from its own UI or a direct client.';
const foreignHost = (host: string): string =>
  `Requests for the host "${host}" are refused: only loopback names, IP addresses and the names in OFFICE_ALLOWED_HOSTS are served.`;

const start = (env?: Environment): Promise<RunningOffice> =>
  startOffice({ root: (bootContext) => ProbeModule.on(bootContext), env });

/** How a request reaches the office, and whether the page it names is the office's own. */
const pages: readonly (readonly [string, boolean, Readonly<Record<string, string>>])[] = [
  ['a LAN address', true, { host: '192.168.0.7:8787', origin: 'http://192.168.0.7:8787' }],
  ['an IPv6 address', true, { host: '[fd00::1]:8787', origin: 'http://[fd00::1]:8787' }],
  ['a listed name', true, { host: 'office.example', origin: 'https://office.example' }],
  [
    'a listed name with a port',
    true,
    { host: 'desk.example:8443', origin: 'https://desk.example:8443' },
  ],
  [
    'a name listed in other letters',
    true,
    { host: 'xn--bro-hoa.example', origin: 'https://xn--bro-hoa.example' },
  ],
  ['capital letters', true, { host: 'OFFICE.example', origin: 'https://office.example' }],
  ['a default port', true, { host: 'office.example:443', origin: 'https://office.example' }],
  ['a dot at the end', true, { host: 'office.example.', origin: 'http://office.example.' }],
  [
    'a proxy that calls it by an address of its own',
    true,
    { 'x-forwarded-host': 'office.example:8443', origin: 'https://office.example:8443' },
  ],
  [
    'a proxy that says the scheme of the socket',
    true,
    { host: 'office.example', 'x-forwarded-proto': 'wss', origin: 'https://office.example' },
  ],
  [
    'a proxy that speaks the standard',
    true,
    { forwarded: 'for=10.0.0.9;host=office.example;proto=https', origin: 'https://office.example' },
  ],
  ['no page of anybody', false, { host: 'office.example', origin: 'null' }],
  ['another listed name', false, { host: 'office.example', origin: 'https://desk.example' }],
  ['another port', false, { host: '192.168.0.7:8787', origin: 'http://192.168.0.7:3000' }],
  [
    'a name that is under its own',
    false,
    { host: 'office.example', origin: 'https://a.office.example' },
  ],
  [
    'another scheme than the proxy says',
    false,
    { host: 'office.example', 'x-forwarded-proto': 'https', origin: 'http://office.example' },
  ],
  [
    'another name than the proxy says',
    false,
    {
      host: 'office.example',
      'x-forwarded-host': 'desk.example',
      origin: 'https://office.example',
    },
  ],
];

describe('a page under the address that the office is called by', () => {
  let office: RunningOffice;

  beforeAll(async () => {
    office = await start({
      OFFICE_ALLOWED_HOSTS: 'office.example, https://Desk.example:8443/, büro.example',
    });
  });
  afterAll(() => office.close());

  it.each(pages)(
    '%s: its own is %s, for changes and for the socket',
    async (_what, isOwn, headers) => {
      const answer = await office.client.post('/api/probe/any', {}, { headers });
      expect(answer.status).toBe(isOwn ? 201 : 403);
      if (!isOwn) expect(answer.body).toEqual({ error: crossOrigin });
      const { origin = '' } = headers;
      expect(answer.headers['access-control-allow-origin']).toBe(isOwn ? origin : 'null');
      const connecting = office.client.connect({ headers });
      if (isOwn) expect((await connecting).events[0]?.type).toBe('hello');
      else await expect(connecting).rejects.toThrow('403');
    },
  );

  it.each([
    ['by its Host', { host: 'evil.example' }],
    [
      'by its Host, whatever a proxy says',
      { host: 'evil.example', 'x-forwarded-host': 'office.example' },
    ],
    ['by what the proxy says', { 'x-forwarded-host': 'evil.example' }],
    ['by what the proxy says in the standard way', { forwarded: 'host="evil.example"' }],
  ])('is none of a foreign name: %s', async (_what, headers) => {
    const own = { ...headers, origin: 'http://evil.example' };
    const { status, body } = await office.client.post('/api/probe/any', {}, { headers: own });
    expect([status, body]).toEqual([403, { error: foreignHost('evil.example') }]);
    expect((await office.client.get('/api/probe', { headers })).status).toBe(403);
    await expect(office.client.connect({ headers: own })).rejects.toThrow('403');
    const { headers: said } = await office.client.get('/metrics', { headers: own });
    expect(said['access-control-allow-origin']).toBe('null');
  });

  it('is told in the log once when it is refused, with what to set', async () => {
    const headers = { host: '127.0.0.1', origin: 'https://shown.example' };
    for (let n = 0; n < 3; n++) await office.client.post('/api/probe/any', {}, { headers });
    await expect(office.client.connect({ headers })).rejects.toThrow('403');
    const told = office.log.filter((line) => line.includes('shown.example'));
    expect(told).toEqual([
      expect.stringMatching(
        /^WARN.*A page of "https:\/\/shown\.example" is refused where .*OFFICE_ALLOWED_ORIGINS=https:\/\/shown\.example\.$/,
      ),
    ]);
    const other = { host: 'shown.other' };
    for (let n = 0; n < 3; n++) await office.client.get('/api/probe', { headers: other });
    expect(office.log.filter((line) => line.includes('shown.other'))).toHaveLength(1);
  });
});

it('believes no proxy that it was not told to trust', async () => {
  const office = await start({
    OFFICE_TRUSTED_PROXIES: 'none',
    OFFICE_ALLOWED_HOSTS: 'office.example',
  });
  const forwarded = { 'x-forwarded-host': 'office.example', origin: 'https://office.example' };
  const headers = { ...forwarded, host: '127.0.0.1:8787' };
  expect((await office.client.post('/api/probe/any', {}, { headers })).status).toBe(403);
  const foreign = { host: '127.0.0.1:8787', 'x-forwarded-host': 'evil.example' };
  expect((await office.client.get('/api/probe', { headers: foreign })).status).toBe(200);
  await office.close();
});
