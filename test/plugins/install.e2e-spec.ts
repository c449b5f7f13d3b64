import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import type { ToolInfo } from '../../src/protocol/records/skills.js';
import { MarketOffice, marketPlugin, refusal } from '../support/plugins/market-office.js';
import { bundleOf, sha256 } from '../support/plugins/marketplace-server.js';
import { manifestOf, putPlugin } from '../support/plugins/plugin-workshop.js';

let at: MarketOffice;

describe('installing from a marketplace', () => {
  beforeEach(async () => {
    at = await MarketOffice.start();
  });
  afterEach(async () => {
    await at.close();
  });

  it('installs, upgrades and removes a plugin with code', async () => {
    at.market.publish(marketPlugin('1.0.0'));
    const socket = await at.office.client.connect();
    const installed = await at.install('test.market');
    expect([installed.status, installed.body]).toEqual([
      201,
      expect.objectContaining({
        status: 'loaded',
        source: 'marketplace',
        directory: at.installed('test.market'),
        registeredToolNames: ['test_market_version'],
      }),
    ]);
    await socket.waitFor('plugins.updated');
    expect(at.office.log).toContain(
      `INFO [plugins] installed test.market 1.0.0 from ${at.market.origin}/test.market-1.0.0.tar.gz`,
    );
    expect(await refusal(at.install('test.market'))).toBe(
      '"test.market" 1.0.0 is already installed.',
    );

    at.market.publish(marketPlugin('1.1.0'));
    const upgraded = await at.install('test.market', { upgrade: true });
    expect([upgraded.status, upgraded.body.manifest.version]).toEqual([201, '1.1.0']);
    expect(await readdir(at.installed())).toEqual(['test.market']);

    expect((await at.office.client.delete('/api/plugins/test.market')).body).toEqual({ ok: true });
    const { records } = await at.office.state();
    expect(records.map(({ manifest }) => manifest.id)).toEqual(['test.shipped']);
    expect(await readdir(at.installed())).toEqual([]);
    const { body: tools } = await at.office.client.get<ToolInfo[]>('/api/tools');
    expect(tools.filter(({ pluginId }) => pluginId !== null)).toEqual([]);
  });

  it('takes a bundle with one wrapping directory, and installs what asks for an upgrade first', async () => {
    at.market.publish(
      marketPlugin('1.0.0'),
      {},
      bundleOf(marketPlugin('1.0.0'), 'test.market-1.0.0/'),
    );
    const bundle = bundleOf(marketPlugin('1.0.0'), 'test.market-1.0.0/');
    at.market.publish(marketPlugin('1.0.0'), { sha256: sha256(bundle) }, bundle);
    expect((await at.install('test.market', { upgrade: true })).status).toBe(201);
  });

  it('answers with the record of a plugin that does not activate', async () => {
    const broken = { ...marketPlugin('1.0.0'), files: { 'index.mjs': 'throw new Error("no");' } };
    at.market.publish(broken);
    expect(await at.install('test.market')).toMatchObject({
      status: 201,
      body: { status: 'error', error: 'no' },
    });
  });

  it('keeps settings and the flag over an upgrade, and forgets them with the plugin', async () => {
    const settings = [{ key: 'a', label: 'A', type: 'number', default: 1 }];
    const fields = { settings, permissions: ['tools', 'settings'] };
    at.market.publish(marketPlugin('1.0.0', fields));
    await at.install('test.market');
    await at.office.client.put('/api/plugins/test.market/settings', { settings: { a: 7 } });
    await at.office.client.post('/api/plugins/test.market/enable', { enabled: false });
    at.market.publish(marketPlugin('2.0.0', fields));
    const { body } = await at.install('test.market', { upgrade: true });
    expect(body).toMatchObject({ enabled: false, status: 'disabled', settings: { a: 7 } });
    await at.office.client.delete('/api/plugins/test.market');
    expect((await at.install('test.market')).body).toMatchObject({
      enabled: true,
      status: 'loaded',
      settings: { a: 1 },
    });
  });

  it('refuses what is not newer, and what ships with the office', async () => {
    at.market.publish(marketPlugin('1.0.0'));
    await at.install('test.market');
    expect(await refusal(at.install('test.market', { upgrade: true }))).toBe(
      '"test.market" is already at 1.0.0; the marketplace offers 1.0.0.',
    );
    at.market.publish(marketPlugin('1.0.0-rc.1'));
    expect(await refusal(at.install('test.market', { upgrade: true }))).toBe(
      '"test.market" is already at 1.0.0; the marketplace offers 1.0.0-rc.1.',
    );
    at.market.publish({ manifest: manifestOf({ id: 'test.shipped', version: '9.0.0' }) });
    expect(await refusal(at.install('test.shipped', { upgrade: true }))).toBe(
      '"test.shipped" ships with the office; update it by updating the service.',
    );
    expect(await refusal(at.install('test.unlisted'))).toBe(
      '"test.unlisted" is not in that marketplace.',
    );
  });

  it('needs both fields', async () => {
    for (const body of [
      {},
      { catalogUrl: at.market.catalogUrl },
      { catalogUrl: 1, pluginId: 'x' },
    ]) {
      expect(await refusal(at.office.client.post('/api/plugins/install', body))).toBe(
        '"catalogUrl" and "pluginId" strings are required.',
      );
    }
  });

  it('lets only one of two installs at once through', async () => {
    at.market.publish(marketPlugin('1.0.0'));
    const answers = await Promise.all([at.install('test.market'), at.install('test.market')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect((await at.office.record('test.market')).status).toBe('loaded');
    expect(await readdir(at.installed())).toEqual(['test.market']);
  });

  it('keeps the old version, at work, when the new one cannot be put in place', async () => {
    at.market.publish(marketPlugin('1.0.0'));
    await at.install('test.market');
    at.market.publish(marketPlugin('2.0.0'));
    // Somebody moved the old version while the office was running.
    await rename(at.installed('test.market'), at.installed('moved'));
    expect(await refusal(at.install('test.market', { upgrade: true }))).toBe('Install failed.');
    await rename(at.installed('moved'), at.installed('test.market'));
    await at.office.client.post('/api/plugins/refresh');
    expect(await at.office.record('test.market')).toMatchObject({
      status: 'loaded',
      manifest: { version: '1.0.0' },
    });
  });

  it('puts the old version back when a crash came between', async () => {
    at.market.publish(marketPlugin('1.0.0'));
    await at.install('test.market');
    await at.restart(async () => {
      await rename(at.installed('test.market'), at.installed('.aside-test.market'));
      await mkdir(at.installed('.staging-abc/plugin'), { recursive: true });
      await writeFile(at.installed('.staging-abc/plugin/plugin.json'), '{');
    });
    expect((await at.office.record('test.market')).status).toBe('loaded');
    expect(at.office.log).toContain(
      'WARN [plugins] an interrupted upgrade of "test.market" was undone: the old version is back.',
    );
    expect(await readdir(at.installed())).toEqual(['test.market']);
  });

  it('brings back the old version when a crash came before the new one was confirmed', async () => {
    at.market.publish(marketPlugin('1.0.0'));
    await at.install('test.market');
    await at.restart(async () => {
      await putPlugin(at.installed('.aside-test.market'), marketPlugin('0.9.0'));
    });
    expect((await at.office.record('test.market')).manifest.version).toBe('0.9.0');
    expect(await readdir(at.installed())).toEqual(['test.market']);
  });

  it('does not mind a broken directory in its place', async () => {
    await mkdir(at.installed('test.market'), { recursive: true });
    at.market.publish(marketPlugin('1.0.0'));
    expect((await at.install('test.market')).body.directory).toBe(at.installed('test.market-2'));
  });
});

describe('the install gate', () => {
  afterEach(() => at.close());

  it.each(['', 'false', 'TRUE', '1', 'yes'])(
    'is closed by %j, and browsing is not',
    async (value) => {
      at = await MarketOffice.start({ OFFICE_ALLOW_PLUGIN_INSTALL: value });
      at.market.publish(marketPlugin('1.0.0'));
      expect((await at.office.state()).allowInstall).toBe(false);
      expect(await refusal(at.install('test.market'))).toBe(
        'Installing plugins is disabled. Set OFFICE_ALLOW_PLUGIN_INSTALL=true to allow running code downloaded from a marketplace.',
      );
      expect((await at.catalog()).status).toBe(200);
    },
  );
});
