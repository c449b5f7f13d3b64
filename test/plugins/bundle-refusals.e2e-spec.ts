import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { MarketOffice, marketPlugin, refusal } from '../support/plugins/market-office.js';
import { bundleOf, MarketplaceServer, sha256 } from '../support/plugins/marketplace-server.js';
import { manifestOf } from '../support/plugins/plugin-workshop.js';
import { tarOf } from '../support/plugins/tar-of.js';

describe('an install that is refused', () => {
  let at: MarketOffice;

  beforeEach(async () => {
    at = await MarketOffice.start();
  });
  afterEach(() => at.close());

  it('refuses a bundle that is not what was published, before anything is on disk', async () => {
    const published = sha256(Buffer.from('other'));
    at.market.publish(marketPlugin('1.0.0'), { sha256: published });
    const actual = sha256(bundleOf(marketPlugin('1.0.0')));
    expect(await refusal(at.install('test.market'))).toBe(
      `checksum mismatch: the marketplace published ${published.slice(0, 16)}... but the bundle hashes to ${actual.slice(0, 16)}...`,
    );
    expect(await readdir(at.installed())).toEqual([]);
  });

  it.each([
    [
      'without a manifest',
      tarOf({ name: 'index.mjs', content: '' }),
      'the bundle has no plugin.json at its root or in a single wrapping directory.',
    ],
    [
      'with a manifest two directories down',
      tarOf({ name: 'a/b/plugin.json', content: '{}' }),
      'the bundle has no plugin.json at its root or in a single wrapping directory.',
    ],
    [
      'with two directories',
      tarOf({ name: 'a/plugin.json', content: '{}' }, { name: 'b/x', content: '' }),
      'the bundle has no plugin.json at its root or in a single wrapping directory.',
    ],
    [
      'with another plugin in it',
      tarOf({ name: 'plugin.json', content: JSON.stringify(manifestOf({ id: 'test.other' })) }),
      'the bundle declares "test.other" but "test.market" was requested.',
    ],
    [
      'with a bad manifest',
      tarOf({ name: 'plugin.json', content: '[]' }),
      'manifest: must be a JSON object.',
    ],
    [
      'with a manifest too long to be read',
      tarOf({ name: 'plugin.json', content: `{"x":"${' '.repeat(1024 * 1024)}"}` }),
      'plugin.json is larger than 1024 KB.',
    ],
    [
      'with a link in it',
      tarOf({ name: 'plugin.json', content: '{}' }, { name: 'etc', type: '2' }),
      'archive entry "etc" is a link, which bundles may not contain.',
    ],
    [
      'that is a bomb',
      tarOf({ name: 'plugin.json', content: Buffer.alloc(40 * 1024 * 1024) }),
      'the bundle expands past the 32 MB limit.',
    ],
    [
      'that leads outside',
      tarOf({ name: '../../evil', content: '' }),
      'archive entry "../../evil" escapes the plugin directory.',
    ],
  ])('refuses a bundle %s', async (_what, tar, reason) => {
    const bundle = gzipSync(tar);
    at.market.publish(marketPlugin('1.0.0'), { sha256: sha256(bundle) }, bundle);
    expect(await refusal(at.install('test.market'))).toBe(reason);
    expect(await readdir(at.installed())).toEqual([]);
  });

  it('refuses a download that fails, leads away or has no end', async () => {
    const path = '/test.market-1.0.0.tar.gz';
    at.market.publish(marketPlugin('1.0.0'));
    at.market.answer(path, (_request, response) => response.writeHead(410).end());
    expect(await refusal(at.install('test.market'))).toBe('the download returned HTTP 410.');
    const elsewhere = await new MarketplaceServer().start();
    const { host } = new URL(elsewhere.origin);
    at.market.answer(path, (_request, response) =>
      response.writeHead(302, { location: `${elsewhere.origin}/x` }).end(),
    );
    expect(await refusal(at.install('test.market'))).toBe(
      `the bundle download left ${new URL(at.market.origin).host} for ${host}.`,
    );
    expect(elsewhere.asked).toEqual([]);
    await elsewhere.stop();
    at.market.answer(path, (_request, response) =>
      response.writeHead(302, { location: path }).end(),
    );
    expect(await refusal(at.install('test.market'))).toBe(
      'the bundle download was refused: more than 5 redirects',
    );
    at.market.answer(path, (request, response) => {
      const block = Buffer.alloc(1024 * 1024);
      const more = (): void => {
        while (!request.destroyed && response.write(block)) continue;
      };
      response.on('drain', more).on('error', () => undefined);
      more();
    });
    expect(await refusal(at.install('test.market'))).toBe(
      'could not download the bundle: it is larger than 32 MB.',
    );
    at.market.answer(path, (_request, response) => response.destroy());
    expect(await refusal(at.install('test.market'))).toMatch(/^could not download the bundle: /);
  });

  it('follows a redirect that stays where it began', async () => {
    at.market.publish(marketPlugin('1.0.0'));
    const bundle = bundleOf(marketPlugin('1.0.0'));
    at.market.answer('/test.market-1.0.0.tar.gz', (_request, response) =>
      response.writeHead(302, { location: '/moved' }).end(),
    );
    at.market.answer('/moved', (_request, response) => response.end(bundle));
    expect((await at.install('test.market')).status).toBe(201);
  });
});
