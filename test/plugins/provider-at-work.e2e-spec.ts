import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { carryOut, offerPipeline, promptOf } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { manifestOf, putPlugin } from '../support/plugins/plugin-workshop.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const inDir = temporaryDirectory();

/** Alike but for their names: without a rule the first is taken. */
const model = (id: string) => ({
  id,
  providerId: 'acme',
  tier: 'standard',
  costPerMTokIn: 1,
  costPerMTokOut: 2,
  capabilities: { tools: true },
});

const acme = (baseUrl: string) =>
  manifestOf({
    id: 'test.acme',
    permissions: ['providers', 'models', 'routing', 'skills'],
    contributes: {
      providers: [
        {
          id: 'acme',
          label: 'Acme',
          kind: 'openai-compat',
          baseUrl,
          keyless: true,
          extraHeaders: { 'x-office': 'kitchen' },
        },
      ],
      models: [model('acme-one'), model('acme-two')],
      routingRules: [
        { id: 'research', taskClass: 'research', preferModelIds: ['acme-two'] },
        { id: 'elsewhere', taskClass: 'coding', avoidModelIds: ['acme-one'] },
      ],
      skills: [
        {
          id: 'kettle-lore',
          name: 'Kettle lore',
          description: 'All about kettles.',
          tags: ['kettle'],
          body: 'Descale the kettle with vinegar.',
        },
      ],
    },
  });

describe('a provider, its models, a rule and a skill of a plugin', () => {
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let run: RunDetail;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    provider.respondWith(() => ({ text: ['The work is done.\nTAGS: docs'] }));
    await putPlugin(inDir('plugins', 'acme'), { manifest: acme(provider.baseUrl) });
    office = await startLiveOffice(provider, { OFFICE_PLUGINS_DIR: inDir('plugins') });
    socket = await office.client.connect();
    await office.client.put('/api/workspaces/default', { skillIds: ['kettle-lore'] });
    const brief = 'Which kettle should we buy? Go by the kettle lore.';
    const pipelineId = offerPipeline(
      office,
      { kind: 'intake' },
      { kind: 'research', name: 'Research', roleIds: ['researcher'] },
      { kind: 'report' },
    );
    run = await carryOut(office, socket, { brief, pipelineId });
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  it('carry a run from end to end, each turn by the model the rules prefer', () => {
    expect(run.status).toBe('done');
    const served = run.turns.map(({ purpose, route }) => [
      purpose.includes('Research'),
      route?.providerId,
      route?.modelId,
    ]);
    expect(served).toEqual([
      [false, 'acme', 'acme-one'],
      [true, 'acme', 'acme-two'],
      [false, 'acme', 'acme-one'],
    ]);
    expect(run.budget.spentUsd).toBeGreaterThan(0);
  });

  it('are asked at the address and with the headers of the manifest, without a key', () => {
    expect(provider.requests.map(({ body }) => body?.['model'])).toEqual([
      'acme-one',
      'acme-two',
      'acme-one',
    ]);
    for (const { headers } of provider.requests) {
      expect(headers).toMatchObject({ 'x-office': 'kitchen' });
      expect(headers).not.toHaveProperty('authorization');
    }
  });

  it('tell employees what the skill says', () => {
    expect(provider.requests.map(promptAndSystem).join('\n')).toContain(
      'Descale the kettle with vinegar.',
    );
  });

  it('are gone from the next run once the plugin is off', async () => {
    await office.client.post('/api/plugins/test.acme/enable', { enabled: false });
    const { turns } = await carryOut(office, socket, { pipelineId: 'quick-answer' });
    expect(new Set(turns.map(({ status }) => status))).toEqual(new Set(['failed']));
    expect(provider.requests).toHaveLength(3);
  });
});

function promptAndSystem(request: ScriptedProvider['requests'][number]): string {
  return promptOf(request) + JSON.stringify(request.body?.['messages'] ?? []);
}
