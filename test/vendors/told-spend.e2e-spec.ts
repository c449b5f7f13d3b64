import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import type { OfficeState } from '../../src/protocol/records/office.js';
import { callsTool, finished, offerPipeline, submit } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { harness, inWorkspace } from './engage.js';

const at = temporaryDirectory();
const unpriced = 'spend unknown: it names 900 tokens in, 40 out, and no price';

describe('what an agent that is signed in tells of its spend', () => {
  it.each([
    ['claude-code', 'spent $0.1250, as it says', { spentUsd: 0.125 }],
    ['gemini-cli', unpriced, { unknownSpends: 1 }],
    ['opencode', 'spent $0.2500, as it says', { spentUsd: 0.25 }],
    ['qwen-code', unpriced, { unknownSpends: 1 }],
  ])('%s', async (preset, words, told) => {
    const agent = harness('told-agent', { preset, transport: 'acp' }, preset);
    const result = await agent.delegate(inWorkspace(at()));
    expect(result).toMatchObject({ ok: true, content: 'Helper reports:\n\nAll is well.' });
    expect(result.preview).toMatch(new RegExp(`; ${words.replaceAll('$', '\\$')}$`));
    expect(agent.vendor()).toMatchObject({ engagements: 1, ...told });
  });
});

describe('the spend of a harness in the office', () => {
  let provider: ScriptedProvider;
  beforeAll(async () => {
    provider = await ScriptedProvider.start();
  });
  afterAll(() => provider.close());

  it('is counted in the turn and the run', async () => {
    const entry = {
      ...{ id: 'told', transport: 'acp', command: process.execPath },
      args: [join(import.meta.dirname, 'fixtures/told-agent.mjs'), 'claude-code'],
      capabilities: { readOnlyEnforcement: 'client' },
    };
    await writeFile(at('vendors.json'), JSON.stringify({ vendors: [entry] }));
    const office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_VENDORS_CONFIG: at('vendors.json'),
    });
    try {
      const socket = await office.client.connect();
      provider.respondWith(callsTool('agent__told__delegate', { task: 'Look around.' }));
      const pipelineId = offerPipeline(office, { kind: 'build', roleIds: ['ceo'] });
      const { id } = await submit(office, { pipelineId });
      const { budget, turns } = await finished(office, socket, id);
      const calls = turns.flatMap(({ toolCalls }) => toolCalls);
      expect(calls).toMatchObject([{ status: 'ok', spentUsd: 0.125 }]);
      const spent = turns.reduce((sum, { usage }) => sum + usage.costUsd, 0);
      expect(spent).toBeGreaterThanOrEqual(0.125);
      expect(budget.spentUsd).toBeCloseTo(spent, 9);
      const { body } = await office.client.get<OfficeState>('/api/state');
      expect(body.vendorBay.vendors).toMatchObject([{ id: 'told', spentUsd: 0.125 }]);
    } finally {
      await office.close();
    }
  });
});
