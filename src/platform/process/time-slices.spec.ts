import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { TimeSlices } from './time-slices.js';

/** Longer than one slice, ms. */
const longMs = 11;
const client = {};

describe('TimeSlices', () => {
  it('begins at once while the turn has time', () => {
    const slices = new TimeSlices();
    const begun: number[] = [];
    slices.begin(client, () => void begun.push(1));
    slices.begin(client, () => void begun.push(2));
    expect(begun).toEqual([1, 2]);
  });

  it('lets the event loop turn once the work of a turn took long', async () => {
    const slices = new TimeSlices();
    const turns: number[] = [];
    let turn = 0;
    let isDone = false;
    const count = async (): Promise<void> => {
      for (; !isDone; turn += 1) await nextTurn();
    };
    const counting = count();
    const last = atOnce(slices, 20, () => {
      turns.push(turn);
      hold(longMs);
    });
    expect(turns).toHaveLength(1);
    await last;
    isDone = true;
    await counting;
    expect(turns).toHaveLength(20);
    expect(new Set(turns).size).toBeGreaterThanOrEqual(10);
  });

  it('ends what the microtasks of one work do before the next one begins', async () => {
    const slices = new TimeSlices();
    const told: string[] = [];
    const work = async (name: string): Promise<void> => {
      told.push(`${name} begins`);
      for (let step = 0; step < 5; step += 1) {
        await Promise.resolve();
        hold(longMs / 2);
      }
      told.push(`${name} ends`);
    };
    hold(longMs);
    slices.begin(client, () => hold(longMs));
    const all = ['a', 'b', 'c'].map(
      (name) => new Promise<void>((resolve) => slices.begin(client, () => resolve(work(name)))),
    );
    await Promise.all(all);
    expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('begins everything of a client once, in the order in which it came', async () => {
    const times = fc.array(fc.constantFrom(0, 0, 0, 3, longMs), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(times, times, async (first, second) => {
        const slices = new TimeSlices();
        const begun: number[] = [];
        const all = [...first, ...second];
        const ask = (ms: number, at: number): void => {
          slices.begin(client, () => {
            hold(ms);
            begun.push(at);
          });
        };
        first.forEach(ask);
        await nextTurn();
        second.forEach((ms, at) => ask(ms, first.length + at));
        while (begun.length < all.length) await nextTurn();
        expect(begun).toEqual(all.map((_, at) => at));
      }),
      { numRuns: 20 },
    );
  });

  it('goes on after a work that threw', async () => {
    const slices = new TimeSlices();
    const faults: unknown[] = [];
    const later = setImmediate;
    const immediates = jest.spyOn(globalThis, 'setImmediate').mockImplementation((callback) =>
      later(() => {
        try {
          callback();
        } catch (fault) {
          faults.push(fault);
        }
      }),
    );
    slices.begin(client, () => hold(longMs));
    for (let n = 0; n < 40; n += 1) {
      slices.begin(client, () => {
        throw new Error('a fault');
      });
    }
    await atOnce(slices, 1, () => undefined);
    immediates.mockRestore();
    expect(faults).toHaveLength(40);
  });

  it('lets clients take turns', async () => {
    const slices = new TimeSlices();
    const begun: string[] = [];
    slices.begin(client, () => hold(longMs));
    const ask = (who: object, name: string): Promise<void> =>
      new Promise((resolve) => {
        slices.begin(who, () => {
          begun.push(name);
          resolve();
        });
      });
    const [busy, other] = [{}, {}];
    const all = ['busy 1', 'busy 2', 'busy 3'].map((name) => ask(busy, name));
    await Promise.all([...all, ask(other, 'other')]);
    expect(begun).toEqual(['busy 1', 'other', 'busy 2', 'busy 3']);
  });

  it('keeps the async context of whoever asked', async () => {
    const slices = new TimeSlices();
    const context = new AsyncLocalStorage<number>();
    const seen: (number | undefined)[] = [];
    slices.begin(client, () => hold(longMs));
    const asked = [1, 2, 3].map((each) =>
      context.run(each, () => atOnce(slices, 1, () => void seen.push(context.getStore()))),
    );
    await Promise.all(asked);
    expect(seen).toEqual([1, 2, 3]);
  });
});

/** Begins the same work `count` times; resolves when the last one was done. */
function atOnce(slices: TimeSlices, count: number, work: () => void): Promise<void> {
  return new Promise((resolve) => {
    for (let n = 1; n <= count; n += 1) {
      slices.begin(client, () => {
        work();
        if (n === count) resolve();
      });
    }
  });
}

/** Blocks the thread for `ms`. */
function hold(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
