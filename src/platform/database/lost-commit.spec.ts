import { expect, it } from '@jest/globals';
import type { DataSource, QueryRunner } from 'typeorm';
import { describeOnPostgres } from '../../../test/runs/support/describe-on-postgres.js';
import { openStore, type Store } from '../../../test/runs/support/open-store.js';
import type { EventDraft } from '../events/drafts.js';
import { EventCounterEntity } from '../events/event.entity.js';
import { Transactions } from './transactions.js';

const log = (message: string): EventDraft => ({ type: 'log', level: 'info', scope: 's', message });

/** Transactions of which the first commit is answered by a broken connection, done or not done. */
function losing(store: Store, done: boolean): Transactions {
  let lost = false;
  const createQueryRunner = (): QueryRunner => {
    const runner = store.dataSource.createQueryRunner();
    const query = runner.query.bind(runner);
    const losingQuery = async (text: string, parameters?: unknown[]): Promise<unknown> => {
      if (text !== 'COMMIT' || lost) return query(text, parameters);
      lost = true;
      await query(done ? 'COMMIT' : 'ROLLBACK');
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
    };
    Reflect.set(runner, 'query', losingQuery);
    return runner;
  };
  const dataSource: DataSource = Object.create(store.dataSource, {
    createQueryRunner: { value: createQueryRunner },
  });
  return new Transactions(dataSource, store.bus, store.clock);
}

describeOnPostgres('a commit whose answer is lost', (url) => {
  const opened = openStore(url);
  const lastNumber = async (): Promise<number> =>
    (await opened().dataSource.manager.findOneByOrFail(EventCounterEntity, { id: 1 })).last;

  it('counts as made when it took effect: its events are announced once', async () => {
    const before = await lastNumber();
    const answer = await losing(opened(), true).run(async (tx) => {
      tx.publish(log('stored'));
      return 'answer';
    });
    expect(answer).toBe('answer');
    expect(opened().events).toMatchObject([{ message: 'stored', seq: before + 1 }]);
    expect(await lastNumber()).toBe(before + 1);
  });

  it('fails when it took none: nothing is announced, and its number goes to the next', async () => {
    const before = await lastNumber();
    const transactions = losing(opened(), false);
    const failing = transactions.run(async (tx) => tx.publish(log('lost')));
    await expect(failing).rejects.toThrow('Connection terminated unexpectedly');
    expect(opened().events).toEqual([]);
    await transactions.run(async (tx) => tx.publish(log('next')));
    expect(opened().events).toMatchObject([{ message: 'next', seq: before + 1 }]);
  });

  it('can be looked into although every other transaction waits for it', async () => {
    const transactions = losing(opened(), true);
    let inside = 0;
    let open = (): void => {};
    const crowded = new Promise<void>((resolve) => (open = resolve));
    const runs = Array.from({ length: 30 }, (_, index) =>
      transactions.run(async (tx) => {
        if (++inside >= 7) open();
        await crowded;
        tx.publish(log(`${index}`));
      }),
    );
    await Promise.all(runs);
    expect(opened().events).toHaveLength(30);
  });
});
