import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { AppModule } from '../../src/app.module.js';
import type { PluginSystemState } from '../../src/protocol/records/plugins.js';
import type { ManifestFields } from '../support/plugins/plugin-workshop.js';
import { pluginTrials } from '../support/plugins/run-plugin.js';
import { repositoryRoot } from '../support/run-program.js';
import { startOffice } from '../support/start-office.js';
import type { RunningOffice } from '../support/start-office.js';

describe('the plugins that ship with the office', () => {
  let office: RunningOffice;
  beforeAll(async () => {
    office = await startOffice({
      root: (bootContext) => AppModule.on(bootContext),
      env: {
        OFFICE_PLUGINS_DIR: `${repositoryRoot}plugins`,
        OFFICE_SKILLS_DIR: `${repositoryRoot}skills`,
      },
    });
  });
  afterAll(() => office.close());

  it('are all loaded, without a warning', async () => {
    const { body } = await office.client.get<PluginSystemState>('/api/plugins');
    const reported = body.records.map(({ manifest: { id, version }, status, error }) => [
      `${id} ${version}`,
      status,
      error,
    ]);
    expect(reported).toEqual([
      ['office.cost-guard 1.1.0', 'loaded', null],
      ['office.local-coder 1.0.0', 'loaded', null],
      ['office.office-echo 1.0.0', 'loaded', null],
    ]);
    expect(office.log.filter((line) => line.includes('WARN [plugin'))).toEqual([]);
  });

  it('show every kind of contribution', async () => {
    const { body } = await office.client.get<PluginSystemState>('/api/plugins');
    const counts = body.records.map(({ contributions }) =>
      Object.entries<number>({ ...contributions }).filter(([, count]) => count > 0),
    );
    expect(counts.map((pairs) => Object.fromEntries(pairs))).toEqual([
      { models: 1, skills: 1, roleTemplates: 1, pipelines: 1, routingRules: 2 },
      { providers: 1, models: 1, uiPanels: 1 },
      { tools: 1 },
    ]);
  });
});

describe('Office Echo', () => {
  const start = pluginTrials();
  const echo = async (settings: { prefix: string; announceRuns: boolean }) => {
    const at = (name: string) => readFile(`${repositoryRoot}plugins/office-echo/${name}`, 'utf8');
    const manifest = JSON.parse(await at('plugin.json')) as ManifestFields;
    return start(await at('index.mjs'), { manifest, settings });
  };

  it('says a text back under its prefix, and refuses an empty one', async () => {
    const trial = await echo({ prefix: 'Hear', announceRuns: false });
    expect(trial.plugin?.tools.map(({ name }) => name)).toEqual(['office_office_echo_echo']);
    expect(await trial.run({ text: 'hello' })).toMatchObject({ ok: true, content: 'Hear: hello' });
    for (const text of ['', ' ', undefined, 7]) {
      expect(await trial.run({ text })).toMatchObject({
        ok: false,
        content: 'There is nothing to echo: "text" is empty.',
      });
    }
  });

  it('announces runs where it is asked to', async () => {
    const trial = await echo({ prefix: 'x', announceRuns: true });
    trial.bus.publish({ type: 'run.created', at: 1, run: { id: 'run_1' } as never });
    await trial.logged('info a run was created: run_1');
  });
});
