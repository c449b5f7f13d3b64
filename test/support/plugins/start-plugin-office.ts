import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { AppModule } from '#app.module.js';
import type { PluginRecord, PluginSystemState } from '#protocol/records/plugins.js';
import { startOffice } from '../start-office.js';
import type { RunningOffice } from '../start-office.js';
import { putPlugin } from './plugin-workshop.js';
import type { PluginSource } from './plugin-workshop.js';

/** The real application with its own directory of plugins. */
export interface PluginOffice extends RunningOffice {
  record(id: string): Promise<PluginRecord>;
  state(): Promise<PluginSystemState>;
}

export interface PluginOfficeOptions {
  /** Written to the directory of shipped plugins before the office starts, by directory name. */
  readonly plugins?: Readonly<Record<string, PluginSource>>;
  readonly env?: Readonly<Record<string, string>>;
}

export async function startPluginOffice(
  bundledDir: string,
  { plugins = {}, env = {} }: PluginOfficeOptions = {},
): Promise<PluginOffice> {
  await mkdir(bundledDir, { recursive: true });
  for (const [name, source] of Object.entries(plugins)) {
    await putPlugin(path.join(bundledDir, name), source);
  }
  const office = await startOffice({
    root: (bootContext) => AppModule.on(bootContext),
    env: { OFFICE_PLUGINS_DIR: bundledDir, ...env },
  });
  return {
    ...office,
    record: async (id) => (await office.client.get<PluginRecord>(`/api/plugins/${id}`)).body,
    state: async () => (await office.client.get<PluginSystemState>('/api/plugins')).body,
  };
}
