import { describe, expect, it } from '@jest/globals';
import { PendingAsks, PluginInterruptedError, PluginThrewError } from './pending-asks.js';

const minute = 60_000;
const nothing = (): void => undefined;
const outcome = { ok: true, content: 'done' };

describe('PendingAsks', () => {
  it('gives each ask a number of its own, and each answer to its ask', async () => {
    const asks = new PendingAsks();
    const [first, second] = [asks.add(minute, nothing), asks.add(minute, nothing)];
    asks.settle({ answer: second.id, outcome });
    asks.settle({ answer: first.id });
    expect(await Promise.all([first.answer, second.answer])).toEqual([undefined, outcome]);
    expect(asks.size).toBe(0);
  });

  it('rejects with what the plugin threw', async () => {
    const asks = new PendingAsks();
    const { id, answer } = asks.add(minute, nothing);
    asks.settle({ answer: id, error: 'oops' });
    await expect(answer).rejects.toEqual(new PluginThrewError('oops'));
  });

  it('rejects with an interruption', async () => {
    const asks = new PendingAsks();
    const { id, answer } = asks.add(minute, nothing);
    asks.settle({ answer: id, interrupted: true });
    await expect(answer).rejects.toBeInstanceOf(PluginInterruptedError);
  });

  it('takes the first answer, and ignores an answer without a request', async () => {
    const asks = new PendingAsks();
    const { id, answer } = asks.add(minute, nothing);
    asks.settle({ answer: id + 1, outcome });
    expect(asks.size).toBe(1);
    asks.settle({ answer: id, outcome });
    asks.settle({ answer: id, error: 'forged' });
    expect(await answer).toBe(outcome);
  });

  it('tells of an answer while it is read, and of an error not at all', async () => {
    const asks = new PendingAsks();
    const order: string[] = [];
    const good = asks.add(minute, nothing, () => order.push('good'));
    const bad = asks.add(minute, nothing, () => order.push('bad'));
    asks.settle({ answer: good.id });
    asks.settle({ answer: bad.id, error: 'oops' });
    order.push('what came next');
    await Promise.allSettled([good.answer, bad.answer]);
    expect(order).toEqual(['good', 'what came next']);
  });

  it('tells of every overrun and goes on waiting', async () => {
    const asks = new PendingAsks();
    const overruns = await new Promise<number>((resolve) => {
      let count = 0;
      const { id, answer } = asks.add(1, () => {
        count += 1;
        if (count === 2) asks.settle({ answer: id, outcome });
      });
      void answer.then(() => resolve(count));
    });
    expect(overruns).toBe(2);
  });

  it('settles every request once all are rejected', async () => {
    const asks = new PendingAsks();
    const waiting = [asks.add(minute, nothing).answer, asks.add(minute, nothing).answer];
    asks.rejectAll(new Error('it is over'));
    for (const answer of waiting) await expect(answer).rejects.toThrow('it is over');
    expect(asks.size).toBe(0);
  });
});
