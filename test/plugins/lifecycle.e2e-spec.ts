import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, rm } from 'node:fs/promises';
import type {
  PluginRecord,
  PluginSettingsView,
  PluginSystemState,
} from '../../src/protocol/records/plugins.js';
import type { ToolInfo } from '../../src/protocol/records/skills.js';
import {
  codeManifestOf,
  manifestOf,
  putPlugin,
  toolModule,
} from '../support/plugins/plugin-workshop.js';
import { startPluginOffice } from '../support/plugins/start-plugin-office.js';
import type { PluginOffice } from '../support/plugins/start-plugin-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const inDir = temporaryDirectory();
let number = 0;
let bundled: string;
let office: PluginOffice;

/** Every test has a directory of plugins of its own. */
beforeEach(() => {
  number += 1;
  bundled = inDir(`plugins-${number}`);
});
afterEach(() => office.close());

const start = async (plugins: Parameters<typeof startPluginOffice>[1]) => {
  office = await startPluginOffice(bundled, plugins);
};
const tools = async (): Promise<string[]> => {
  const { body } = await office.client.get<ToolInfo[]>('/api/tools');
  return body.filter(({ pluginId }) => pluginId !== null).map(({ name }) => name);
};
const enable = (id: string, enabled: boolean) =>
  office.client.post<PluginRecord & { error: string }>(`/api/plugins/${id}/enable`, { enabled });

const sample = {
  manifest: codeManifestOf({
    permissions: ['tools', 'settings'],
    settings: [
      { key: 'greeting', label: 'Greeting', type: 'string', default: 'hello' },
      { key: 'times', label: 'Times', type: 'number', default: 1, min: 1, max: 9 },
    ],
  }),
  files: {
    'index.mjs': `
      export function activate(api) {
        api.log('info', 'activated with ' + JSON.stringify(api.settings));
        api.registerTool({ name: 'greet', description: 'Greets.', run: () => ({ ok: true, content: '' }) });
      }
      export function deactivate() { throw new Error('no goodbye'); }`,
  },
};

describe('turning a plugin off and on', () => {
  beforeEach(() => start({ plugins: { sample } }));

  it('withdraws what it contributed, and offers it again', async () => {
    expect(await tools()).toEqual(['test_sample_greet']);
    const off = await enable('test.sample', false);
    expect(off.body).toMatchObject({ enabled: false, status: 'disabled', error: null });
    expect(off.body.contributions.tools).toBe(0);
    expect(await tools()).toEqual([]);
    expect(office.log).toContain(
      'WARN [plugin:test.sample] test.sample: deactivate() threw: no goodbye',
    );
    const on = await enable('test.sample', true);
    expect(on.body).toMatchObject({
      enabled: true,
      status: 'loaded',
      registeredToolNames: ['test_sample_greet'],
    });
    expect(await tools()).toEqual(['test_sample_greet']);
  });

  it('is announced with the whole state, first of the plugins and then of the office', async () => {
    const socket = await office.client.connect();
    await enable('test.sample', false);
    const { state } = await socket.waitFor('plugins.updated');
    expect(state.records[0]?.status).toBe('disabled');
    const after = await socket.waitFor('office.updated');
    expect(after.state.plugins.records[0]?.status).toBe('disabled');
    const types = socket.events.map(({ type }) => type);
    expect(types.indexOf('plugins.updated')).toBeLessThan(types.indexOf('office.updated'));
  });

  it('is not announced when the plugin stands so already', async () => {
    const socket = await office.client.connect();
    expect((await enable('test.sample', true)).status).toBe(200);
    await socket.settle();
    expect(socket.ofType('plugins.updated')).toEqual([]);
  });

  it('needs a plugin and a boolean', async () => {
    expect(await enable('test.other', true)).toMatchObject({
      status: 400,
      body: { error: 'No plugin "test.other".' },
    });
    for (const body of [{}, { enabled: 'true' }]) {
      expect(await office.client.post('/api/plugins/test.sample/enable', body)).toMatchObject({
        status: 400,
        body: { error: 'An "enabled" boolean is required.' },
      });
    }
  });
});

describe('a plugin that cannot be activated', () => {
  it('says why, leaves nothing behind, and is tried again when it is turned on', async () => {
    const failing = `export function activate(api) {
      api.registerTool({ name: 'left', description: '', run: () => ({ ok: true, content: '' }) });
      throw new Error('not today');
    }`;
    await start({ plugins: { sample: { ...sample, files: { 'index.mjs': failing } } } });
    expect(await office.record('test.sample')).toMatchObject({
      enabled: true,
      status: 'error',
      error: 'not today',
      registeredToolNames: [],
    });
    expect(office.log).toContain('ERROR [plugin:test.sample] failed to activate: not today');
    expect(await tools()).toEqual([]);
    expect(await enable('test.sample', true)).toMatchObject({
      status: 400,
      body: { error: 'not today' },
    });
    await putPlugin(`${bundled}/sample`, sample);
    expect((await enable('test.sample', true)).body.status).toBe('loaded');
  });

  it.each([
    ['is not there', {}, 'entry module "index.mjs" does not exist.'],
    [
      'exports nothing to call',
      { 'index.mjs': 'export const x = 1;' },
      'entry module "index.mjs" does not export activate().',
    ],
    [
      'rejects',
      { 'index.mjs': 'export const activate = async () => { throw new Error("later"); };' },
      'later',
    ],
  ])('because its module %s', async (_what, files, error) => {
    await start({ plugins: { sample: { manifest: codeManifestOf(), files } } });
    expect(await office.record('test.sample')).toMatchObject({ status: 'error', error });
  });

  it('because of a permission it did not declare', async () => {
    const files = { 'index.mjs': toolModule('x', '') };
    const manifest = codeManifestOf({ permissions: ['events'] });
    await start({ plugins: { sample: { manifest, files } } });
    expect((await office.record('test.sample')).error).toBe(
      'test.sample: registerTool needs the "tools" permission, which its manifest does not declare. Declared: events.',
    );
  });

  it('because it subscribes without being permitted to', async () => {
    const files = { 'index.mjs': `export const activate = (api) => void api.on('log', () => {});` };
    await start({ plugins: { sample: { manifest: codeManifestOf({ permissions: [] }), files } } });
    expect((await office.record('test.sample')).error).toBe(
      'test.sample: subscribing to the event stream needs the "events" permission, which its manifest does not declare. Declared: (none).',
    );
  });
});

describe('settings of a plugin', () => {
  beforeEach(() => start({ plugins: { sample } }));

  const put = (settings: unknown) =>
    office.client.put<PluginRecord>('/api/plugins/test.sample/settings', { settings });

  it('are merged over the current ones, and code is started anew with them', async () => {
    expect((await put({ times: 3 })).body.settings).toEqual({ greeting: 'hello', times: 3 });
    expect((await put({ greeting: 'hi' })).body.settings).toEqual({ greeting: 'hi', times: 3 });
    expect(office.log).toContain(
      'INFO [plugin:test.sample] activated with {"greeting":"hi","times":3}',
    );
    const { body } = await office.client.get<PluginSettingsView>(
      '/api/plugins/test.sample/settings',
    );
    expect(body.values).toEqual({ greeting: 'hi', times: 3 });
    expect(body.schema.map(({ key }) => key)).toEqual(['greeting', 'times']);
  });

  it('are refused as a whole when one does not fit', async () => {
    expect(await put({ greeting: 'hi', times: 10, more: 1 })).toMatchObject({
      status: 400,
      body: { error: 'Rejected setting(s): times, more.' },
    });
    expect((await office.record('test.sample')).settings).toEqual({ greeting: 'hello', times: 1 });
  });

  it('are written with PATCH as with PUT', async () => {
    const path = '/api/plugins/test.sample/settings';
    const { body } = await office.client.patch<PluginRecord>(path, { settings: { times: 2 } });
    expect(body.settings).toEqual({ greeting: 'hello', times: 2 });
  });

  it('need an object, and a plugin', async () => {
    for (const settings of [undefined, [], 'x', null]) {
      expect(await put(settings)).toMatchObject({
        status: 400,
        body: { error: 'A "settings" object is required.' },
      });
    }
    expect(
      await office.client.put('/api/plugins/test.other/settings', { settings: {} }),
    ).toMatchObject({ status: 400, body: { error: 'No plugin "test.other".' } });
  });
});

describe('what is on disk', () => {
  it('is read anew on refresh: what came, what changed and what went', async () => {
    await start({ plugins: { sample, gone: { manifest: manifestOf({ id: 'test.gone' }) } } });
    await putPlugin(`${bundled}/sample`, {
      manifest: codeManifestOf({ version: '2.0.0', permissions: ['tools'] }),
      files: { 'index.mjs': toolModule('new', '') },
    });
    await putPlugin(`${bundled}/came`, { manifest: manifestOf({ id: 'test.came' }) });
    await rm(`${bundled}/gone`, { recursive: true });
    const { body } = await office.client.post<PluginSystemState>('/api/plugins/refresh');
    expect(body.records.map(({ manifest: { id, version } }) => `${id} ${version}`)).toEqual([
      'test.came 1.0.0',
      'test.sample 2.0.0',
    ]);
    expect(await tools()).toEqual(['test_sample_new']);
  });

  it('shows a directory that cannot be loaded, and nothing can be done with it', async () => {
    await mkdir(`${bundled}/empty`, { recursive: true });
    await start({
      plugins: {
        json: { manifest: '{ "id": ' },
        fields: { manifest: { id: 'nodots', apiVersion: '2', permissions: ['fly'] } },
      },
    });
    const { records } = await office.state();
    expect(records.map(({ error }) => error)).toEqual([
      'no plugin.json in the directory.',
      'id: must be lowercase reverse-dns style with at least two segments, e.g. "office.hello-world".; name: is required.; version: is required.; description: is required.; apiVersion: targets API "2", but this host implements "1".; permissions: unknown permission(s): fly.',
      expect.stringMatching(/^plugin\.json is not valid JSON: /),
    ]);
    expect(records[0]).toMatchObject({
      manifest: {
        id: `${bundled}/empty`,
        name: 'empty',
        version: '—',
        apiVersion: '—',
        description: 'This directory could not be loaded.',
      },
      enabled: false,
      status: 'error',
      source: 'bundled',
    });
    const id = encodeURIComponent(`${bundled}/empty`);
    expect(await enable(id, true)).toMatchObject({
      status: 400,
      body: { error: `No plugin "${bundled}/empty".` },
    });
  });

  it('counts once, where an id is there twice', async () => {
    await start({
      plugins: {
        a: { manifest: manifestOf({ name: 'First' }) },
        b: { manifest: manifestOf({ name: 'Second' }) },
      },
    });
    const { records } = await office.state();
    expect(records.map(({ manifest }) => manifest.name)).toEqual(['First']);
    expect(office.log).toContain(
      `WARN [plugins] "test.sample" is already provided by another directory; ignoring ${bundled}/b.`,
    );
  });

  it('stays when it ships with the office', async () => {
    await start({ plugins: { sample } });
    expect(await office.client.delete('/api/plugins/test.sample')).toMatchObject({
      status: 400,
      body: {
        error:
          'This plugin ships with the office in OFFICE_PLUGINS_DIR. Disable it, or remove the directory yourself.',
      },
    });
    expect(await office.client.delete('/api/plugins/test.other')).toMatchObject({
      status: 400,
      body: { error: 'No plugin "test.other".' },
    });
  });
});

describe('reading one plugin', () => {
  it('answers its record, or 404 where there is none', async () => {
    await start({ plugins: { sample } });
    expect((await office.client.get('/api/plugins/test.sample')).status).toBe(200);
    for (const path of ['test.other', 'test.other/settings']) {
      expect(await office.client.get(`/api/plugins/${path}`)).toMatchObject({
        status: 404,
        body: { error: 'No plugin "test.other".' },
      });
    }
  });
});

describe('decisions', () => {
  const env = () => ({ OFFICE_DB: inDir(`office-${number}.sqlite`) });

  it('survive a restart', async () => {
    await start({ plugins: { sample }, env: env() });
    await office.client.put('/api/plugins/test.sample/settings', { settings: { times: 5 } });
    await enable('test.sample', false);
    await office.client.post('/api/plugins/sources', {
      url: 'https://plugins.example/catalog.json',
    });
    const before = await office.state();
    await office.close();
    await start({ env: env() });
    expect(await office.state()).toEqual(before);
    expect(before.records[0]).toMatchObject({ enabled: false, settings: { times: 5 } });
    expect(before.marketplaces).toHaveLength(1);
  });
});
