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

  it('repeats no sentence when five people of the shipped floor debate', async () => {
    const roleIds = ['design-lead', 'frontend-lead', 'backend-lead', 'cto', 'qa-lead'];
    const pipelineId = offerPipeline(
      office,
      { kind: 'debate', mode: 'debate', rounds: 2, roleIds },
      { kind: 'workshop', mode: 'debate', rounds: 1, roleIds: roleIds.slice(0, 4) },
    );
    const socket = await office.client.connect();
    const brief = 'Build a command line todo list that keeps its tasks in a JSON file.';
    const run = await carryOut(office, socket, { brief, pipelineId });
    const positions = run.turns.filter(({ text }) => !text.startsWith('**Decision.**'));
    expect(positions).toHaveLength(14);
    // What opens a turn, without the name of who spoke before.
    const begin = positions.map(({ text }) =>
      (text.split('\n', 1)[0] ?? '').replace(/^.*? has a point\. |^[^,.]*, /, ''),
    );
    const [rounds, workshop] = [begin.slice(0, 10), begin.slice(10)];
    expect(new Set(rounds).size).toBe(10);
    expect(new Set([...begin.slice(0, 5), ...workshop]).size).toBe(9);
    for (const round of [0, 5]) {
      const faults = positions
        .slice(round, round + 5)
        .map(({ text }) => /\*\*What (?:fails|still stands[^*]*)\.\*\* ([^.]*)/.exec(text)?.[1]);
      expect(new Set(faults).size).toBe(5);
    }
  });
});
