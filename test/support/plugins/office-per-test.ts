import { afterEach, beforeEach } from '@jest/globals';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PluginRecord } from '#protocol/records/plugins.js';
import type { ToolInfo } from '#protocol/records/skills.js';
import type { Answer } from '../office-client.js';
import { codeManifestOf } from './plugin-workshop.js';
import { startPluginOffice } from './start-plugin-office.js';
import type { PluginOffice, PluginOfficeOptions } from './start-plugin-office.js';

/** A plugin with settings that logs its activation and fails to deactivate. */
export const sample = {
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

/** An office for each test of the surrounding `describe`, with its own directory of plugins. */
export class OfficePerTest {
  office!: PluginOffice;
  private directory = '';

  constructor() {
    beforeEach(async () => {
      this.directory = await realpath(await mkdtemp(path.join(tmpdir(), 'plugins-')));
    });
    afterEach(async () => {
      await this.office.close();
      await rm(this.directory, { recursive: true, force: true });
    });
  }

  /** The path of shipped plugins, or of names in it. */
  bundled(...names: readonly string[]): string {
    return path.join(this.directory, 'plugins', ...names);
  }

  /** A path that outlives one office of the test. */
  beside(name: string): string {
    return path.join(this.directory, name);
  }

  async start(options: PluginOfficeOptions = {}): Promise<PluginOffice> {
    this.office = await startPluginOffice(this.bundled(), options);
    return this.office;
  }

  /** The names of plugins' tools. */
  async tools(): Promise<readonly string[]> {
    const { body } = await this.office.client.get<ToolInfo[]>('/api/tools');
    return body.filter(({ pluginId }) => pluginId !== null).map(({ name }) => name);
  }

  enable(id: string, enabled: boolean): Promise<Answer<PluginRecord & { error: string }>> {
    return this.office.client.post(`/api/plugins/${id}/enable`, { enabled });
  }
}
