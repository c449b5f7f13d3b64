import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readdir, rm } from 'node:fs/promises';
import type { ToolInfo } from '../../src/protocol/records/skills.js';
import type { PluginRecord, PluginSystemState } from '../../src/protocol/records/plugins.js';
import { OfficeConfig } from '../../src/platform/config/office-config.js';
import { callsTool, finished, offerPipeline, submit } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
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
  let provider: ScriptedProvider;
  let replicas: TwoReplicas;

  beforeAll(async () => {
    await market.start();
    provider = await ScriptedProvider.start();
    const env = {
      ...openGate,
      OPENAI_API_KEY: 'key',
      OFFICE_WORKSPACE: directory('workspace'),
      OFFICE_WORKSPACES_ROOT: directory('workspaces'),
      OFFICE_PLUGINS_DIR: directory('bundled'),
    };
    const groups = ['north', 'south'];
    const start = (own: Record<string, string>): Promise<RunningOffice> =>
      startLiveOffice(provider, { ...own, OFFICE_REPLICA_GROUP: groups.shift() ?? '' });
    replicas = await TwoReplicas.start({ database: addressOf(database()), redis }, env, start);
  });
  afterAll(async () => {
    await replicas.close();
    await market.stop();
    await provider.close();
  });

  /** Where the second replica has what was installed. */
  const disk = (): string => replicas.second.app.get(OfficeConfig).plugins.installDir;

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
    expect(await readdir(disk())).toEqual(['test.market']);
    await replicas.first.client.delete('/api/plugins/test.market');
    expect(await there()).toEqual([]);
    expect(await readdir(disk())).toEqual([]);
  });

  it('are there for a replica that joins later, or comes back with an empty disk', async () => {
    market.publish(marketPlugin('2.0.0'));
    expect((await install()).status).toBe(201);
    expect(await there()).toContain('test.market 2.0.0 loaded');
    await rm(disk(), { recursive: true });
    await replicas.second.client.post('/api/plugins/refresh');
    expect(await there()).toContain('test.market 2.0.0 loaded');
    expect(await readdir(disk())).toEqual(['test.market']);
  });

  it('are there for a run of another replica that begins at once', async () => {
    const { first, second } = replicas;
    const floor = await second.client.post<{ id: string }>('/api/workspaces', { name: 'Harbour' });
    const workspaceId = floor.body.id;
    const name = 'test_late_version';
    provider.respondWith(callsTool(name, {}));
    await replicas.level();
    const socket = await first.client.connect();
    const pipelineId = offerPipeline(first, { kind: 'intake', roleIds: ['ceo'] });
    market.publish(marketPlugin('3.0.0', { id: 'test.late' }));
    const late = { catalogUrl: market.catalogUrl, pluginId: 'test.late' };
    expect((await first.client.post('/api/plugins/install', late)).status).toBe(201);
    socket.send({ type: 'setRoleGrants', workspaceId, roleId: 'ceo', allowedTools: [name] });
    await socket.waitFor('org.updated');
    const { id } = await submit(first, { pipelineId, workspaceId });
    const { call } = await socket.waitFor('tool.result', ({ runId }) => runId === id);
    expect(call).toMatchObject({ name, status: 'ok' });
    expect(await finished(first, socket, id)).toMatchObject({ status: 'done' });
  }, 60_000);
});
