import { describe, expect, it } from '@jest/globals';
import { FakeStage, type FakeStageOptions } from '#test/runs/support/fake-stage.js';
import { runParallel } from './parallel.js';

const spec = { mode: 'parallel', roleIds: ['a', 'b', 'c'] } as const;
const stageWith = (options: Partial<FakeStageOptions> = {}) => new FakeStage({ spec, ...options });

describe('a parallel stage', () => {
  it('asks for every turn before the first has ended', async () => {
    let open = (): void => {};
    const everybodyAsked = new Promise<void>((resolve) => (open = resolve));
    const stage = stageWith({
      before: () => {
        if (stage.asked.length === 3) open();
        return everybodyAsked;
      },
    });
    await runParallel(stage);
    expect(stage.keys).toEqual(['a', 'b', 'c']);
  });

  it('tells its workers nothing of each other', async () => {
    const stage = stageWith();
    await runParallel(stage);
    for (const turn of stage.asked) {
      expect(turn.transcript).toBeUndefined();
      expect(turn.speech).toBeUndefined();
      expect(turn).toMatchObject({ turnIndex: 0, knowledge: stage.knowledge });
    }
  });

  it('keeps the order of the roles, whoever is first to end', async () => {
    const ended: string[] = [];
    let last: Promise<void> = Promise.resolve();
    const gates = new Map<string, Promise<void>>();
    for (const id of ['c', 'b', 'a']) {
      last = last.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
      gates.set(id, last);
    }
    const stage = stageWith({
      before: async ({ role }) => {
        await gates.get(role.id);
        ended.push(role.id);
      },
    });
    const { turns, summary } = await runParallel(stage);
    expect(ended).toEqual(['c', 'b', 'a']);
    expect(turns.map(({ roleId }) => roleId)).toEqual(['a', 'b', 'c']);
    expect(summary.match(/\w speaks/g)).toEqual(['a speaks', 'b speaks', 'c speaks']);
  });

  it('sums up under a heading for everyone who said something', async () => {
    const stage = stageWith({ replies: { a: { text: 'Alpha.' }, b: { text: '' }, c: null } });
    const { turns, summary } = await runParallel(stage);
    expect(turns.map(({ roleId }) => roleId)).toEqual(['a', 'b']);
    expect(summary).toBe(`## a: ${stage.turnAt('a').purpose}\n\nAlpha.`);
  });

  it('lets every turn end before the fault of one is told', async () => {
    const ended: string[] = [];
    const stage = stageWith({
      before: async ({ role }) => {
        if (role.id === 'a') throw new Error('the floor is gone');
        await new Promise((resolve) => setImmediate(resolve));
        ended.push(role.id);
      },
    });
    await expect(runParallel(stage)).rejects.toThrow('the floor is gone');
    expect(ended).toEqual(['b', 'c']);
  });

  it('never looks at the money between turns', async () => {
    const stage = stageWith({ mustStop: () => true });
    expect((await runParallel(stage)).turns).toHaveLength(3);
  });
});
