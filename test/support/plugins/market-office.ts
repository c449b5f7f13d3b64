import { expect } from '@jest/globals';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PluginCatalog, PluginRecord, PluginSourceRecord } from '#protocol/records/plugins.js';
import type { Answer } from '../office-client.js';
import { MarketplaceServer } from './marketplace-server.js';
import { codeManifestOf, manifestOf, toolModule } from './plugin-workshop.js';
import type { ManifestFields, PluginSource } from './plugin-workshop.js';
import { startPluginOffice } from './start-plugin-office.js';
import type { PluginOffice } from './start-plugin-office.js';

/** A record, or a refusal. */
type OrRefusal<T> = T & { readonly error: string };

export const openGate = { OFFICE_ALLOW_PLUGIN_INSTALL: 'true' };

/** A plugin with one tool that returns its version. */
export function marketPlugin(version: string, fields: ManifestFields = {}): PluginSource {
  return {
    manifest: codeManifestOf({ id: 'test.market', version, ...fields }),
    files: { 'index.mjs': toolModule('version', `return { ok: true, content: '${version}' };`) },
  };
}

/** An office of the test with a marketplace of the test. */
export class MarketOffice {
  private constructor(
    readonly market: MarketplaceServer,
    private readonly directory: string,
    /** Replaced by `restart`. */
    public office: PluginOffice,
  ) {}

  static async start(env: Readonly<Record<string, string>> = openGate): Promise<MarketOffice> {
    const directory = await realpath(await mkdtemp(path.join(tmpdir(), 'market-')));
    const market = await new MarketplaceServer().start();
    const shipped = { manifest: manifestOf({ id: 'test.shipped' }) };
    const options = { plugins: { shipped }, env: { ...directories(directory), ...env } };
    const office = await startPluginOffice(path.join(directory, 'plugins'), options);
    return new MarketOffice(market, directory, office);
  }

  /** The path of installed plugins, or of names in it. */
  installed(...names: readonly string[]): string {
    return path.join(this.directory, 'installed', ...names);
  }

  install(pluginId: string, more: object = {}): Promise<Answer<OrRefusal<PluginRecord>>> {
    const { catalogUrl } = this.market;
    return this.office.client.post('/api/plugins/install', { catalogUrl, pluginId, ...more });
  }

  catalog(url: string = this.market.catalogUrl): Promise<Answer<OrRefusal<PluginCatalog>>> {
    return this.office.client.get(`/api/plugins/catalog?url=${encodeURIComponent(url)}`);
  }

  addSource(body: object): Promise<Answer<OrRefusal<PluginSourceRecord>>> {
    return this.office.client.post('/api/plugins/sources', body);
  }

  /** Changes the directories while no office is running. */
  async restart(meanwhile: () => Promise<unknown>): Promise<void> {
    await this.office.close();
    await meanwhile();
    const env = { ...directories(this.directory), ...openGate };
    this.office = await startPluginOffice(path.join(this.directory, 'plugins'), { env });
  }

  async close(): Promise<void> {
    await this.office.close();
    await this.market.stop();
    await rm(this.directory, { recursive: true });
  }
}

function directories(directory: string): Record<string, string> {
  return { OFFICE_PLUGIN_INSTALL_DIR: path.join(directory, 'installed') };
}

/** The reason of a call that must be refused with 400. */
export async function refusal(answer: Promise<Answer<unknown>>): Promise<string> {
  const { status, body } = await answer;
  expect(status).toBe(400);
  return (body as { error: string }).error;
}
