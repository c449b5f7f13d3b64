import { describe, expect, it } from '@jest/globals';
import { FakeStage } from '#test/runs/support/fake-stage.js';
import { runSingle } from './stage-runner.js';

const spec = { mode: 'single', roleIds: ['ceo', 'cto'] } as const;

describe('a single stage', () => {
  it('gives one turn to its first role and hands on what it said', async () => {
    const stage = new FakeStage({ spec });
    const outcome = await runSingle(stage);
    expect(stage.keys).toEqual(['ceo']);
    expect(stage.turnAt('ceo')).toMatchObject({ turnIndex: 0, knowledge: stage.knowledge });
    expect(outcome).toMatchObject({ summary: 'ceo speaks', unresolved: false });
    expect(outcome.turns.map(({ id }) => id)).toEqual(['turn ceo']);
  });

  it('gives it to the first that the floor has', async () => {
    const stage = new FakeStage({ spec, participants: ['cto'] });
    await runSingle(stage);
    expect(stage.keys).toEqual(['cto']);
  });

  it('says why there is no output', async () => {
    const reply = { text: '', status: 'failed', error: 'HTTP 500 from provider: oops' } as const;
    const { summary } = await runSingle(new FakeStage({ spec, replies: { ceo: reply } }));
    expect(summary).toBe('(no output) HTTP 500 from provider: oops');
  });

  it.each([
    ['whose turn is refused', { spec, replies: { ceo: null } }],
    ['in which nobody takes part', { spec, participants: [] }],
  ])('ends empty when it is one %s', async (_, options) => {
    expect(await runSingle(new FakeStage(options))).toEqual({
      turns: [],
      summary: '',
      unresolved: false,
    });
  });
});
