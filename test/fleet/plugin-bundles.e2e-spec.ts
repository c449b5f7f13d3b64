import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readdir, rm } from 'node:fs/promises';
import type { ToolInfo } from '../../src/protocol/records/skills.js';
import type { PluginRecord, PluginSystemState } from '../../src/protocol/records/plugins.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import { marketPlugin, openGate } from '../support/plugins/market-office.js';
import { MarketplaceServer } from '../support/plugins/marketplace-server.js';
import type { RunningOffice } from '../support/start-office.js';
import { describeFleet } from '../support/redis-server.js';
import { addressOf } from '../support/created-database.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { TwoReplicas } from './two-replicas.js';

describeFleet('plugins installed at one replica', ({ postgres, redis }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(postgres, () => directory('office.sqlite'));
  const market = new MarketplaceServer();
  let replicas: TwoReplicas;
  let started = 0;

  /** Each replica has a disk of its own. */
  const start = (env: Record<string, string>): Promise<RunningOffice> => {
    const installs = directory(`installed-${(started += 1)}`);
    return startRealOffice({ ...env, OFFICE_PLUGIN_INSTALL_DIR: installs });
  };

  beforeAll(async () => {
    await market.start();
    const env = {
      ...openGate,
      OFFICE_WORKSPACE: directory('workspace'),
      OFFICE_WORKSPACES_ROOT: directory('workspaces'),
      OFFICE_PLUGINS_DIR: directory('bundled'),
    };
    replicas = await TwoReplicas.start({ database: addressOf(database()), redis }, env, start);
  });
  afterAll(async () => {
    await replicas.close();
    await market.stop();
  });

  const install = (upgrade = false) =>
    replicas.first.client.post<PluginRecord>('/api/plugins/install', {
      catalogUrl: market.catalogUrl,
      pluginId: 'test.market',
      upgrade,
    });

  async function there(): Promise<readonly string[]> {
    await replicas.shown();
    const { body } = await replicas.second.client.get<PluginSystemState>('/api/plugins');
    const { body: tools } = await replicas.second.client.get<ToolInfo[]>('/api/tools');
    return [
      ...body.records.map(({ manifest, status }) => `${manifest.id} ${manifest.version} ${status}`),
      ...tools.filter(({ pluginId }) => pluginId === 'test.market').map(({ name }) => name),
    ];
  }

  it('are fetched, upgraded and removed by the others', async () => {
    market.publish(marketPlugin('1.0.0'));
    expect((await install()).status).toBe(201);
    expect(await there()).toEqual(['test.market 1.0.0 loaded', 'test_market_version']);
    market.publish(marketPlugin('1.1.0'));
    expect((await install(true)).status).toBe(201);
    expect(await there()).toEqual(['test.market 1.1.0 loaded', 'test_market_version']);
    expect(await readdir(directory('installed-2'))).toEqual(['test.market']);
    await replicas.first.client.delete('/api/plugins/test.market');
    expect(await there()).toEqual([]);
    expect(await readdir(directory('installed-2'))).toEqual([]);
  });

  it('are there for a replica that joins later, or comes back with an empty disk', async () => {
    market.publish(marketPlugin('2.0.0'));
    expect((await install()).status).toBe(201);
    expect(await there()).toContain('test.market 2.0.0 loaded');
    await rm(directory('installed-2'), { recursive: true });
    await replicas.second.client.post('/api/plugins/refresh');
    expect(await there()).toContain('test.market 2.0.0 loaded');
    expect(await readdir(directory('installed-2'))).toEqual(['test.market']);
  });
});
