import { describe, expect, it } from '@jest/globals';
import { mkdir, rm } from 'node:fs/promises';
import type { PluginSystemState } from '../../src/protocol/records/plugins.js';
import { OfficePerTest, sample } from '../support/plugins/office-per-test.js';
import {
  codeManifestOf,
  manifestOf,
  putPlugin,
  toolModule,
} from '../support/plugins/plugin-workshop.js';

const at = new OfficePerTest();

describe('what is on disk', () => {
  it('is read anew on refresh: what came, what changed and what went', async () => {
    await at.start({ plugins: { sample, gone: { manifest: manifestOf({ id: 'test.gone' }) } } });
    await putPlugin(at.bundled('sample'), {
      manifest: codeManifestOf({ version: '2.0.0', permissions: ['tools'] }),
      files: { 'index.mjs': toolModule('new', '') },
    });
    await putPlugin(at.bundled('came'), { manifest: manifestOf({ id: 'test.came' }) });
    await rm(at.bundled('gone'), { recursive: true });
    const { body } = await at.office.client.post<PluginSystemState>('/api/plugins/refresh');
    expect(body.records.map(({ manifest: { id, version } }) => `${id} ${version}`)).toEqual([
      'test.came 1.0.0',
      'test.sample 2.0.0',
    ]);
    expect(await at.tools()).toEqual(['test_sample_new']);
  });

  it('shows a directory that cannot be loaded, and nothing can be done with it', async () => {
    await mkdir(at.bundled('empty'), { recursive: true });
    await at.start({
      plugins: {
        json: { manifest: '{ "id": ' },
        fields: { manifest: { id: 'nodots', apiVersion: '2', permissions: ['fly'] } },
      },
    });
    const { records } = await at.office.state();
    expect(records.map(({ error }) => error)).toEqual([
      'no plugin.json in the directory.',
      'id: must be lowercase reverse-dns style with at least two segments, e.g. "office.hello-world".; name: is required.; version: is required.; description: is required.; apiVersion: targets API "2", but this host implements "1".; permissions: unknown permission(s): fly.',
      expect.stringMatching(/^plugin\.json is not valid JSON: /),
    ]);
    expect(records[0]).toMatchObject({
      manifest: {
        id: at.bundled('empty'),
        name: 'empty',
        version: '—',
        apiVersion: '—',
        description: 'This directory could not be loaded.',
      },
      enabled: false,
      status: 'error',
      source: 'bundled',
    });
    const id = encodeURIComponent(at.bundled('empty'));
    expect(await at.enable(id, true)).toMatchObject({
      status: 400,
      body: { error: `No plugin "${at.bundled('empty')}".` },
    });
  });

  it('counts once, where an id is there twice', async () => {
    await at.start({
      plugins: {
        a: { manifest: manifestOf({ name: 'First' }) },
        b: { manifest: manifestOf({ name: 'Second' }) },
      },
    });
    const { records } = await at.office.state();
    expect(records.map(({ manifest }) => manifest.name)).toEqual(['First']);
    expect(at.office.log).toContain(
      `WARN [plugins] "test.sample" is already provided by another directory; ignoring ${at.bundled('b')}.`,
    );
  });

  it('stays when it ships with the office', async () => {
    await at.start({ plugins: { sample } });
    expect(await at.office.client.delete('/api/plugins/test.sample')).toMatchObject({
      status: 400,
      body: {
        error:
          'This plugin ships with the office in OFFICE_PLUGINS_DIR. Disable it, or remove the directory yourself.',
      },
    });
    expect(await at.office.client.delete('/api/plugins/test.other')).toMatchObject({
      status: 400,
      body: { error: 'No plugin "test.other".' },
    });
  });
});

describe('reading one plugin', () => {
  it('answers its record, or 404 where there is none', async () => {
    await at.start({ plugins: { sample } });
    expect((await at.office.client.get('/api/plugins/test.sample')).status).toBe(200);
    for (const path of ['test.other', 'test.other/settings']) {
      expect(await at.office.client.get(`/api/plugins/${path}`)).toMatchObject({
        status: 404,
        body: { error: 'No plugin "test.other".' },
      });
    }
  });
});
