import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import { carryOut, offerPipeline } from '../runs/support/commission.js';
import { startOffice } from '../support/start-office.js';
import type { RunningOffice } from '../support/start-office.js';

describe('a debate of simulated employees', () => {
  let office: RunningOffice;
  beforeAll(async () => {
    office = await startOffice({
      root: (bootContext) => AppModule.on(bootContext),
      env: { OFFICE_MOCK_LATENCY_MS: '0' },
    });
  });
  afterAll(() => office.close());

  it('says something new in every turn, and answers whoever spoke before', async () => {
    const roleIds = ['cto', 'backend-lead', 'qa-lead'];
    const pipelineId = offerPipeline(office, {
      kind: 'debate',
      mode: 'debate',
      rounds: 2,
      roleIds,
    });
    const socket = await office.client.connect();
    const run = await carryOut(office, socket, { brief: 'How should we store drafts', pipelineId });
    expect(run.status).toBe('done');
    const texts = run.turns.map(({ text }) => text);
    expect(texts).toHaveLength(7);
    expect(new Set(texts).size).toBe(7);
    expect(new Set(texts.map((text) => text.split('\n', 1)[0])).size).toBe(7);

    const { state } = await socket.waitFor('hello');
    const nameOf = (index: number): string =>
      state.employees.find(({ roleId }) => roleId === roleIds[index])?.displayName ?? 'nobody';
    // The second round: each names who spoke right before.
    expect(texts[3]?.startsWith(nameOf(2))).toBe(true);
    expect(texts[4]?.startsWith(nameOf(0))).toBe(true);
    expect(texts[5]?.startsWith(nameOf(1))).toBe(true);
    expect(texts[6]).toContain('**Decision.**');
    for (const index of roleIds.keys()) expect(texts[6]).toContain(nameOf(index));
  });
});
