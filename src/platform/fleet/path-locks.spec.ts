import { describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { until } from '#test/support/until.js';
import { PathLocks } from './path-locks.js';

const never = new AbortController().signal;
const files = (...names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [name, `shown ${name}`]));

/** Locks of one replica; replicas with the same table form a fleet. */
function replica(table = new Set<string>()): PathLocks {
  return new PathLocks({
    tryTake: async (name) => {
      await setImmediate();
      if (table.has(name)) return null;
      table.add(name);
      return async () => void table.delete(name);
    },
  });
}

describe('locks of files', () => {
  it('let one at a time at a file, in the order in which they ask', async () => {
    const locks = replica();
    const order: number[] = [];
    let inside = 0;
    await Promise.all(
      [1, 2, 3, 4].map((number) =>
        locks.hold(files('a'), never, async () => {
          expect(++inside).toBe(1);
          await setImmediate();
          order.push(number);
          inside -= 1;
        }),
      ),
    );
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it('never let two wait for each other, and lose no write, over replicas too', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const some = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(some, { minLength: 2, maxLength: 8 }), async (wanted) => {
        const table = new Set<string>();
        const [one, other] = [replica(table), replica(table)];
        const written = new Map(names.map((name) => [name, 0]));
        await Promise.all(
          wanted.map((ofOne, index) =>
            (index % 2 === 0 ? one : other).hold(files(...ofOne), never, async () => {
              const read = ofOne.map((name) => [name, written.get(name) ?? 0] as const);
              await setImmediate();
              for (const [name, count] of read) written.set(name, count + 1);
            }),
          ),
        );
        for (const name of names) {
          expect(written.get(name)).toBe(wanted.filter((ofOne) => ofOne.includes(name)).length);
        }
        expect(table.size).toBe(0);
      }),
      { numRuns: 30 },
    );
  });

  it('are free again after work that throws', async () => {
    const locks = replica();
    const failed = locks.hold(files('a'), never, () => Promise.reject(new Error('broken')));
    await expect(failed).rejects.toThrow('broken');
    expect(await locks.hold(files('a'), never, async () => 'done')).toBe('done');
  });

  it.each(['the same process', 'another replica'])(
    'are not waited for longer than told, when %s holds them',
    async (holder) => {
      const table = new Set<string>();
      const locks = replica(table);
      const other = holder === 'another replica' ? replica(table) : locks;
      const done = Promise.withResolvers<void>();
      const held = other.hold(files('a'), never, () => done.promise);
      await until(() => table.size === 1);
      await expect(locks.hold(files('a'), never, async () => 'x', 30)).rejects.toThrow(
        'shown a has been held by others who change it for 0.03 s; nothing was written. Try again.',
      );
      const controller = new AbortController();
      const aborted = locks.hold(files('a'), controller.signal, async () => 'x');
      controller.abort(new Error('the run was cancelled'));
      await expect(aborted).rejects.toThrow('the run was cancelled');
      done.resolve();
      await held;
      expect(await locks.hold(files('a'), never, async () => 'x')).toBe('x');
      expect(table.size).toBe(0);
    },
  );

  it('are not kept when the store of the fleet does not answer', async () => {
    let answers = false;
    const locks = new PathLocks({
      tryTake: async () => {
        if (!answers) throw new Error('no answer');
        return async () => undefined;
      },
    });
    await expect(locks.hold(files('a'), never, async () => 'x')).rejects.toThrow('no answer');
    answers = true;
    expect(await locks.hold(files('a'), never, async () => 'x')).toBe('x');
  });
});
