import { beforeEach, describe, expect, it } from '@jest/globals';
import { OfficePerTest, sample } from '../support/plugins/office-per-test.js';
import { codeManifestOf, putPlugin, toolModule } from '../support/plugins/plugin-workshop.js';

const at = new OfficePerTest();

describe('turning a plugin off and on', () => {
  beforeEach(() => at.start({ plugins: { sample } }));

  it('withdraws what it contributed, and offers it again', async () => {
    expect(await at.tools()).toEqual(['test_sample_greet']);
    const off = await at.enable('test.sample', false);
    expect(off.body).toMatchObject({ enabled: false, status: 'disabled', error: null });
    expect(off.body.contributions.tools).toBe(0);
    expect(await at.tools()).toEqual([]);
    expect(at.office.log).toContain(
      'WARN [plugin:test.sample] test.sample: deactivate() threw: no goodbye',
    );
    const on = await at.enable('test.sample', true);
    expect(on.body).toMatchObject({
      enabled: true,
      status: 'loaded',
      registeredToolNames: ['test_sample_greet'],
    });
    expect(await at.tools()).toEqual(['test_sample_greet']);
  });

  it('is announced with the whole state, of the plugins and of the office', async () => {
    const socket = await at.office.client.connect();
    await at.enable('test.sample', false);
    const { state } = await socket.waitFor('plugins.updated');
    expect(state.records[0]?.status).toBe('disabled');
    await socket.waitFor(
      'office.updated',
      (event) => event.state.plugins.records[0]?.status === 'disabled',
    );
  });

  it('is not announced when the plugin stands so already', async () => {
    const socket = await at.office.client.connect();
    expect((await at.enable('test.sample', true)).status).toBe(200);
    await socket.settle();
    expect(socket.ofType('plugins.updated')).toEqual([]);
  });

  it('needs a plugin and a boolean', async () => {
    expect(await at.enable('test.other', true)).toMatchObject({
      status: 400,
      body: { error: 'No plugin "test.other".' },
    });
    for (const body of [{}, { enabled: 'true' }]) {
      expect(await at.office.client.post('/api/plugins/test.sample/enable', body)).toMatchObject({
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
    await at.start({ plugins: { sample: { ...sample, files: { 'index.mjs': failing } } } });
    expect(await at.office.record('test.sample')).toMatchObject({
      enabled: true,
      status: 'error',
      error: 'not today',
      registeredToolNames: [],
    });
    expect(at.office.log).toContain('ERROR [plugin:test.sample] failed to activate: not today');
    expect(await at.tools()).toEqual([]);
    expect(await at.enable('test.sample', true)).toMatchObject({
      status: 400,
      body: { error: 'not today' },
    });
    await putPlugin(at.bundled('sample'), sample);
    expect((await at.enable('test.sample', true)).body.status).toBe('loaded');
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
    await at.start({ plugins: { sample: { manifest: codeManifestOf(), files } } });
    expect(await at.office.record('test.sample')).toMatchObject({ status: 'error', error });
  });

  it('because of a permission it did not declare', async () => {
    const files = { 'index.mjs': toolModule('x', '') };
    const manifest = codeManifestOf({ permissions: ['events'] });
    await at.start({ plugins: { sample: { manifest, files } } });
    expect((await at.office.record('test.sample')).error).toBe(
      'test.sample: registerTool needs the "tools" permission, which its manifest does not declare. Declared: events.',
    );
  });

  it('because it subscribes without being permitted to', async () => {
    const files = { 'index.mjs': `export const activate = (api) => void api.on('log', () => {});` };
    await at.start({
      plugins: { sample: { manifest: codeManifestOf({ permissions: [] }), files } },
    });
    expect((await at.office.record('test.sample')).error).toBe(
      'test.sample: subscribing to the event stream needs the "events" permission, which its manifest does not declare. Declared: (none).',
    );
  });
});

describe('decisions', () => {
  const env = () => ({ OFFICE_DB: at.beside('office.sqlite') });

  it('survive a restart', async () => {
    await at.start({ plugins: { sample }, env: env() });
    await at.office.client.put('/api/plugins/test.sample/settings', { settings: { times: 5 } });
    await at.enable('test.sample', false);
    await at.office.client.post('/api/plugins/sources', {
      url: 'https://plugins.example/catalog.json',
    });
    const before = await at.office.state();
    await at.office.close();
    await at.start({ env: env() });
    expect(await at.office.state()).toEqual(before);
    expect(before.records[0]).toMatchObject({ enabled: false, settings: { times: 5 } });
    expect(before.marketplaces).toHaveLength(1);
  });
});
