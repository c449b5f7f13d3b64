import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PluginUpdateCheck } from '../../src/protocol/records/plugins.js';
import { freePort } from '../support/free-port.js';
import { MarketOffice, marketPlugin, refusal } from '../support/plugins/market-office.js';
import { bundleOf, sha256 } from '../support/plugins/marketplace-server.js';
import { manifestOf } from '../support/plugins/plugin-workshop.js';

let at: MarketOffice;

describe('marketplaces', () => {
  beforeEach(async () => {
    at = await MarketOffice.start();
  });
  afterEach(async () => {
    await at.close();
  });

  it('are added, listed and forgotten', async () => {
    const { status, body } = await at.addSource({
      url: ' HTTPS://Plugins.Example:443/catalog.json ',
    });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^src_[0-9a-z]{8}$/),
        label: 'plugins.example',
        url: 'https://plugins.example/catalog.json',
        enabled: true,
        lastFetchedAt: null,
        lastError: null,
        pluginCount: 0,
      },
    ]);
    expect((await at.office.client.get('/api/plugins/sources')).body).toEqual([body]);
    const { marketplaces, ...state } = await at.office.state();
    expect(marketplaces).toEqual([body]);
    expect(state).toMatchObject({ sources: [body], apiVersion: '1' });
    expect((await at.office.client.delete(`/api/plugins/sources/${body.id}`)).body).toEqual({
      ok: true,
    });
    expect(await refusal(at.office.client.delete(`/api/plugins/sources/${body.id}`))).toBe(
      `No marketplace "${body.id}".`,
    );
  });

  it.each([
    [{}, 'A "url" string is required.'],
    [{ url: 7 }, 'A "url" string is required.'],
    [{ url: 'plugins.example' }, 'A marketplace URL must be an absolute http:// or https:// URL.'],
    [
      { url: 'ftp://plugins.example/' },
      'A marketplace URL must be http:// or https:// (got ftp://).',
    ],
    [{ url: 'https://plugins.example', label: 7 }, '"label" must be a string.'],
  ])('are refused: %j', async (body, reason) => {
    expect(await refusal(at.addSource(body))).toBe(reason);
  });

  it('are registered once, however they are written', async () => {
    await at.addSource({ url: 'https://plugins.example/', label: ' Mine ' });
    expect(await refusal(at.addSource({ url: 'https://PLUGINS.example' }))).toBe(
      'That marketplace is already registered.',
    );
  });

  it('serve a catalogue, which is checked', async () => {
    at.market.publish(
      marketPlugin('1.0.0', {
        contributes: {
          uiPanels: [
            { id: 'p', title: 'P', placement: 'runs', source: { url: 'https://secret.example/p' } },
          ],
        },
        permissions: ['ui'],
      }),
      { tags: ['a', 1], sizeBytes: 12, readme: 'Read me.' },
    );
    const { status, body, text } = await at.catalog();
    expect([status, body]).toEqual([
      200,
      {
        version: 1,
        name: 'Test market',
        plugins: [
          expect.objectContaining({
            downloadUrl: `${at.market.origin}/test.market-1.0.0.tar.gz`,
            tags: ['a'],
            sizeBytes: 12,
            readme: 'Read me.',
          }),
        ],
      },
    ]);
    expect(text).not.toContain('secret.example');
  });

  it.each([
    ['', 'A catalog URL must start with http:// or https://.'],
    ['file:///etc/passwd', 'A catalog URL must start with http:// or https://.'],
  ])('are not asked for a catalogue at %j', async (url, reason) => {
    expect(await refusal(at.catalog(url))).toBe(reason);
  });

  it.each([
    ['169.254.169.254', '"169.254.169.254" is a private, loopback or link-local address.'],
    ['[fe80::1]', '"fe80::1" is a private, loopback or link-local address.'],
    ['[fd00:ec2::254]', '"fd00:ec2::254" is a private, loopback or link-local address.'],
    ['metadata.google.internal', '"metadata.google.internal" is not a public host.'],
  ])('are never a machine’s own services: %s', async (host, reason) => {
    expect(await refusal(at.catalog(`http://${host}/latest/`))).toBe(
      `could not reach the marketplace: ${reason}`,
    );
  });

  it('are not asked for a page of another site', async () => {
    const url = encodeURIComponent(at.market.catalogUrl);
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    const answer = await at.office.client.get(`/api/plugins/catalog?url=${url}`, { headers });
    expect([answer.status, at.market.asked]).toEqual([403, []]);
  });

  it('leave nothing of an answer that is no catalogue, neither in the answer nor kept', async () => {
    at.market.answer('/catalog.json', (_request, response) => response.end('root:secret:0:0'));
    const source = (await at.addSource({ url: at.market.catalogUrl })).body;
    const answers = [await at.catalog(), await at.office.client.post('/api/plugins/updates')];
    expect(answers.map(({ text }) => text).join()).not.toContain('secret');
    expect((await at.office.client.get('/api/plugins/sources')).body).toMatchObject([
      {
        id: source.id,
        lastError: 'could not reach the marketplace: the catalog is not valid JSON.',
      },
    ]);
  });

  it('are told apart from those that cannot be reached', async () => {
    const port = await freePort();
    expect(await refusal(at.catalog(`http://127.0.0.1:${port}/`))).toBe(
      `could not reach the marketplace: connect ECONNREFUSED 127.0.0.1:${port}`,
    );
  });

  const serving = async (body: string | ((origin: string) => unknown)) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body(at.market.origin));
    at.market.answer('/catalog.json', (_request, response) => response.end(text));
    return refusal(at.catalog());
  };
  const entry = (fields: object) => () => ({
    plugins: [
      { manifest: manifestOf(), downloadUrl: 'a.tar.gz', sha256: 'a'.repeat(64), ...fields },
    ],
  });

  it.each([
    ['no JSON', '<html>internal', 'the catalog is not valid JSON.'],
    ['half of it', '{"key":"internal', 'the catalog is not valid JSON.'],
    ['no object', '[]', 'the catalog is not a JSON object.'],
    ['no plugins', '{}', 'the catalog has no "plugins" array.'],
    ['an entry that is none', () => ({ plugins: [null] }), 'plugins[0] is not an object.'],
    [
      'a bad manifest',
      entry({ manifest: { id: 'x' } }),
      /^plugins\[0\]\.manifest is invalid - id: must be lowercase.*; name: is required\.; /,
    ],
    ['no address', entry({ downloadUrl: '' }), 'plugins[0] has no downloadUrl.'],
    [
      'a strange address',
      entry({ downloadUrl: 'http://[' }),
      'plugins[0] (test.sample) has a downloadUrl that is not a URL.',
    ],
    [
      'no hash',
      entry({ sha256: 'A'.repeat(64) }),
      'plugins[0] (test.sample) has no valid sha256. An install will not run a bundle whose hash the marketplace did not publish.',
    ],
    [
      'a foreign bundle',
      entry({ downloadUrl: 'https://other.example/a.tar.gz' }),
      /^plugins\[0\] \(test\.sample\) downloads from https:\/\/other\.example over https:\/\/, but it is listed by http:\/\/127\.0\.0\.1:\d+\. A bundle must be served by the marketplace that lists it, over https \(plain http is allowed only between loopback addresses\)\.$/,
    ],
    [
      'too much',
      `{"plugins":[${'0,'.repeat(3 * 1024 * 1024)}0]}`,
      'the catalog is larger than 4 MB.',
    ],
  ])('are refused when their catalogue has %s', async (_what, body, reason) => {
    const text = await serving(body);
    expect(text).toMatch(/^could not reach the marketplace: /);
    expect(text.replace('could not reach the marketplace: ', '')).toEqual(
      typeof reason === 'string' ? reason : expect.stringMatching(reason),
    );
  });

  it('are refused when they redirect, or answer an error', async () => {
    at.market.answer('/catalog.json', (_request, response) =>
      response.writeHead(301, { location: '/other.json' }).end(),
    );
    expect(await refusal(at.catalog())).toBe(
      `the marketplace redirected to ${at.market.origin}/other.json. Register the URL it redirects to, so the catalog and its bundles come from one origin.`,
    );
    at.market.answer('/catalog.json', (_request, response) => response.writeHead(503).end());
    expect(await refusal(at.catalog())).toBe('the marketplace returned HTTP 503.');
  });

  it('are asked for updates, and one that fails does not stop the others', async () => {
    at.market.publish(marketPlugin('1.0.0'));
    await at.install('test.market');
    at.market.publish(marketPlugin('1.2.0'));
    const good = (await at.addSource({ url: at.market.catalogUrl, label: 'Good' })).body;
    const port = await freePort();
    await at.addSource({ url: `http://127.0.0.1:${port}/`, label: 'Bad' });
    const { status, body } = await at.office.client.post<PluginUpdateCheck>('/api/plugins/updates');
    const error = `could not reach the marketplace: connect ECONNREFUSED 127.0.0.1:${port}`;
    expect([status, body]).toEqual([
      200,
      {
        ok: true,
        checked: 1,
        found: 1,
        error: `Bad: ${error}`,
        state: await at.office.state(),
      },
    ]);
    expect(body.state.marketplaces).toMatchObject([
      { label: 'Good', pluginCount: 1, lastError: null, lastFetchedAt: expect.any(Number) },
      { label: 'Bad', pluginCount: 0, lastError: error, lastFetchedAt: expect.any(Number) },
    ]);
    expect(body.state.lastCheckedAt).toEqual(expect.any(Number));
    expect((await at.office.record('test.market')).update).toEqual({
      latest: '1.2.0',
      installed: '1.0.0',
      downloadUrl: `${at.market.origin}/test.market-1.2.0.tar.gz`,
      sha256: sha256(bundleOf(marketPlugin('1.2.0'))),
      sourceId: good.id,
      sourceLabel: 'Good',
    });
    const { body: upgraded } = await at.install('test.market', { upgrade: true });
    expect(upgraded.update).toBeUndefined();
    expect(
      (await at.office.client.post<PluginUpdateCheck>('/api/plugins/updates')).body.found,
    ).toBe(0);
  });
});
