import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { PluginRecord } from '../../src/protocol/records/plugins.js';
import { MarketplaceServer } from '../support/plugins/marketplace-server.js';
import { codeManifestOf, putPlugin, toolModule } from '../support/plugins/plugin-workshop.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { ToolOffice } from '../support/tools/tool-office.js';

const inDir = temporaryDirectory();

/** Writes the text it is given into a file, in the words of its version. */
const notes = (version: string) => ({
  manifest: codeManifestOf({ id: 'test.notes', version }),
  files: {
    'index.mjs': toolModule(
      'note',
      `await context.files.write('notes/' + args.name + '.md', '${version}: ' + args.text);
       return { ok: true, content: 'noted by ${version}', preview: 'noted' };`,
    ),
  },
});

describe('a plugin from a marketplace, in a run', () => {
  let market: MarketplaceServer;
  let office: ToolOffice;

  beforeAll(async () => {
    market = await new MarketplaceServer().start();
    await putPlugin(inDir('plugins', 'mean'), {
      manifest: codeManifestOf({ id: 'test.mean' }),
      files: {
        'index.mjs': toolModule('hog', 'const kept = []; for (;;) kept.push(new Uint8Array(1e6));'),
      },
    });
    office = await ToolOffice.start({
      OFFICE_PLUGINS_DIR: inDir('plugins'),
      OFFICE_PLUGIN_INSTALL_DIR: inDir('installed'),
      OFFICE_ALLOW_PLUGIN_INSTALL: 'true',
    });
  });
  afterAll(async () => {
    await office.close();
    await market.stop();
  });

  const install = async (version: string, more: object = {}) => {
    market.publish(notes(version));
    const { body } = await office.office.client.post<PluginRecord>('/api/plugins/install', {
      catalogUrl: market.catalogUrl,
      pluginId: 'test.notes',
      ...more,
    });
    return body;
  };
  const grant = async (...allowedTools: string[]) => {
    const seen = office.socket.ofType('org.updated').length;
    office.socket.send({ type: 'setRoleGrants', roleId: 'ceo', allowedTools });
    await office.socket.settle();
    expect(office.socket.ofType('org.updated').length).toBe(seen + 1);
  };

  it('is not used before its tool is granted', async () => {
    const { registeredToolNames } = await install('1.0.0');
    expect(registeredToolNames).toEqual(['test_notes_note']);
    const { call, reported } = await office.use('test_notes_note', { name: 'a', text: 'x' });
    expect(call.status).toBe('denied');
    expect(reported).toContain('refused: test_notes_note is not granted to ceo');
  });

  it('works once it is granted, and what it wrote is known', async () => {
    await grant('test_notes_note', 'test_mean_hog');
    const { call, reported, run } = await office.use('test_notes_note', {
      name: 'a',
      text: 'hello',
    });
    expect(call).toMatchObject({
      status: 'ok',
      resultPreview: 'noted',
      affectsPaths: ['notes/a.md'],
    });
    expect(reported).toBe(
      '<untrusted-content source=tool:test_notes_note>\nnoted by 1.0.0\n</untrusted-content>',
    );
    expect(await readFile(`${office.workspace}/notes/a.md`, 'utf8')).toBe('1.0.0: hello');
    expect(run.status).toBe('done');
  });

  it('runs its new code after an upgrade, with the grant it had', async () => {
    await install('1.1.0', { upgrade: true });
    const { reported } = await office.use('test_notes_note', { name: 'b', text: 'again' });
    expect(reported).toContain('noted by 1.1.0');
  });

  it('fails a call where it has to, and the run goes on', async () => {
    const escape = await office.use('test_notes_note', { name: '../../x', text: '' });
    expect([escape.call.status, escape.run.status]).toEqual(['error', 'done']);
    expect(escape.reported).toMatch(/The tool "test_notes_note" crashed: Refusing path/);
    const { call, reported, run } = await office.use('test_mean_hog', {});
    expect([call.status, run.status]).toEqual(['error', 'done']);
    expect(reported).toContain(
      'The tool "test_mean_hog" crashed: the plugin used more than 128 MB of memory and was stopped.',
    );
    const { body } = await office.office.client.get<PluginRecord>('/api/plugins/test.mean');
    expect(body).toMatchObject({ status: 'error', enabled: true, registeredToolNames: [] });
  });

  it('is gone from runs once it is removed', async () => {
    await office.office.client.delete('/api/plugins/test.notes');
    const { call } = await office.use('test_notes_note', { name: 'c', text: '' });
    expect(call.status).toBe('denied');
  });
});
