import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openReplicas, type Store } from '#test/runs/support/open-store.js';
import { testDatabases } from '#test/support/test-databases.js';
import type { OfficeConfig } from '../config/office-config.js';
import { RefusedError, UnavailableError } from '../errors/office-error.js';
import { FleetLocks } from '../fleet/fleet-locks.js';
import type { ReceivedEvents } from '../fleet/received-events.js';
import { CommandAnswersRepository } from './command-answers.repository.js';
import { fingerprintOf } from './fingerprint.js';
import { Once } from './once.js';

type NamedCommand = Parameters<Once['carryOut']>[0];

/** One process as seen by commands; its locks block no other process. */
function processOn(store: Store, hears = async (): Promise<void> => {}): Once {
  const fleet = { shared: false };
  const config = { fleet, database: { kind: 'memory' }, security: { apiToken: null } };
  const locks = new FleetLocks(config as OfficeConfig);
  const answers = new CommandAnswersRepository(store.dataSource);
  const heard = { all: hears } as ReceivedEvents;
  return new Once(answers, store.transactions, locks, heard, config as OfficeConfig);
}

const commandWith = (id: string, fingerprint = 'this'): NamedCommand => ({
  asker: 'test',
  id,
  idName: 'requestId',
  fingerprint,
  resultOf: (value) => value,
});

describe.each(testDatabases)('commands that are carried out once, on $name', ({ url }) => {
  // A file is used by one process only.
  const count = url === 'sqlite' ? 1 : 2;
  const replicas = openReplicas(url, count);
  const here = replicas(0);
  const there = replicas(count - 1);

  const deed = (store: Store, message: string) => (): Promise<string> =>
    store.transactions.run(async (tx) => {
      tx.publish({ type: 'log', level: 'info', scope: 'deed', message });
      tx.conclude(message);
      return message;
    });
  const deeds = async (message: string): Promise<number> => {
    const rows = await here().dataSource.query<{ payload_json: string }[]>(
      "SELECT payload_json FROM events WHERE type = 'log'",
    );
    return rows.filter(({ payload_json: json }) => json.includes(`"${message}"`)).length;
  };

  it('a process that ends right after the deed has stored what it came to', async () => {
    const done = Promise.withResolvers<void>();
    const ending = async (): Promise<never> => {
      await deed(here(), 'ended')();
      done.resolve();
      return new Promise(() => undefined);
    };
    void processOn(here()).carryOut(commandWith('ended'), ending);
    await done.promise;
    const again = processOn(there()).carryOut(commandWith('ended'), deed(there(), 'ended'));
    expect(await again).toEqual({ result: 'ended' });
    expect(await deeds('ended')).toBe(1);
  });

  it('a repeat is answered when its replica shows what the first arrival changed', async () => {
    await processOn(here()).carryOut(commandWith('shown'), deed(here(), 'shown'));
    const asked = Promise.withResolvers<void>();
    const heard = Promise.withResolvers<void>();
    const hears = (): Promise<void> => {
      asked.resolve();
      return heard.promise;
    };
    const order: string[] = [];
    const again = processOn(there(), hears)
      .carryOut(commandWith('shown'), deed(there(), 'shown'))
      .finally(() => order.push('answered'));
    await asked.promise;
    order.push('heard');
    heard.resolve();
    expect(await again).toEqual({ result: 'shown' });
    expect(order).toEqual(['heard', 'answered']);
  });

  it('a process that ends before the deed is stored leaves it to the next', async () => {
    const halfway = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const ending = (): Promise<string> =>
      here().transactions.run(async (tx) => {
        tx.publish({ type: 'log', level: 'info', scope: 'deed', message: 'halfway' });
        tx.conclude('halfway');
        halfway.resolve();
        await release.promise;
        throw new UnavailableError('the process ends');
      });
    const first = processOn(here()).carryOut(commandWith('halfway'), ending);
    await halfway.promise;
    release.resolve();
    await expect(first).rejects.toThrow('the process ends');
    const again = processOn(there()).carryOut(commandWith('halfway'), deed(there(), 'halfway'));
    expect(await again).toEqual({ result: 'halfway' });
    expect(await deeds('halfway')).toBe(1);
  });

  it('processes that no lock keeps apart do it once, and all are answered alike', async () => {
    for (let round = 0; round < 5; round += 1) {
      const message = `race ${round}`;
      const racing = [here(), there(), here(), there()].map((store) =>
        processOn(store).carryOut(commandWith(message), deed(store, message)),
      );
      expect(await Promise.all(racing)).toEqual(racing.map(() => ({ result: message })));
      expect(await deeds(message)).toBe(1);
    }
  });

  it('a repeat that another process has just answered is no failure', async () => {
    const begun = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const failures: unknown[] = [];
    const late = async (): Promise<unknown> => {
      begun.resolve();
      await release.promise;
      return deed(here(), 'late')();
    };
    const repeat = processOn(here()).carryOut(commandWith('late'), late, (thrown) =>
      failures.push(thrown),
    );
    await begun.promise;
    const first = async (): Promise<never> =>
      there().transactions.run(async (tx) => {
        tx.conclude('refused');
        throw new RefusedError('refused');
      });
    const answer = await processOn(there()).carryOut(commandWith('late'), first);
    release.resolve();
    expect(await repeat).toEqual(answer);
    expect(failures).toEqual([]);
    expect(await deeds('late')).toBe(0);
  });

  it('what concludes nothing is answered from what it returned', async () => {
    const once = processOn(here());
    let times = 0;
    const work = async (): Promise<number> => (times += 1);
    expect(await once.carryOut(commandWith('plain'), work)).toEqual({ result: 1 });
    expect(await once.carryOut(commandWith('plain'), work)).toEqual({ result: 1 });
    expect(await processOn(there()).carryOut(commandWith('plain'), work)).toEqual({ result: 1 });
  });

  it('the first conclusion counts, whatever follows it', async () => {
    const work = async (): Promise<never> => {
      await deed(here(), 'first of two')();
      await deed(here(), 'second of two')();
      throw new Error('too late');
    };
    const answer = { result: 'first of two' };
    expect(await processOn(here()).carryOut(commandWith('two'), work)).toEqual(answer);
    expect(await processOn(there()).carryOut(commandWith('two'), work)).toEqual(answer);
  });

  it.each([
    ['a refusal', new RefusedError('no'), { refusal: 'no', kind: 'refused' }],
    ['a fault', new Error('broken'), { refusal: 'broken', kind: null }],
  ])('%s is kept', async (name, thrown, answer) => {
    const work = (): Promise<never> => Promise.reject(thrown);
    const never = (): Promise<never> => Promise.reject(new Error('done again'));
    expect(await processOn(here()).carryOut(commandWith(name), work)).toEqual(answer);
    expect(await processOn(there()).carryOut(commandWith(name), never)).toEqual(answer);
  });

  it('a failure that may pass is not', async () => {
    const once = processOn(here());
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    await expect(once.carryOut(commandWith('away'), () => Promise.reject(away))).rejects.toBe(away);
    expect(await once.carryOut(commandWith('away'), async () => 7)).toEqual({ result: 7 });
  });

  it('another command under the id is refused, at once and later', async () => {
    const once = processOn(here());
    const begun = Promise.withResolvers<string>();
    const first = once.carryOut(commandWith('taken'), () => begun.promise);
    const other = once.carryOut(commandWith('taken', 'other'), async () => 'other');
    begun.resolve('mine');
    await expect(other).rejects.toThrow('The requestId "taken" was given to another command');
    expect(await first).toEqual({ result: 'mine' });
    const later = processOn(there()).carryOut(commandWith('taken', 'other'), async () => 'other');
    await expect(later).rejects.toThrow(RefusedError);
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, field]) => [name, reversed(field)] as const)
      .reverse(),
  );
}

it('is the same whatever the order of keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(fingerprintOf(reversed(value))).toBe(fingerprintOf(value));
    }),
  );
});

it('tells values apart', () => {
  const values = [{}, [], [[]], [{}], '', 0, null, '0', [0], [1, 2], [12], ['1,2'], { a: 1 }];
  const more = [{ a: '1' }, { a: { b: 1 } }, { a: [1] }, { 'a:1,b': 1 }, { a: 1, b: 1 }, '[]'];
  const names = [...values, ...more].map(fingerprintOf);
  expect(new Set(names).size).toBe(names.length);
});

it('has no bottom', () => {
  let deep: unknown = 1;
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  expect(fingerprintOf(deep)).not.toBe(fingerprintOf([deep]));
  expect(fingerprintOf(new Array(200_000).fill(0))).toHaveLength(64);
});
