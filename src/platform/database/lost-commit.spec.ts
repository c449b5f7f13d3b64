import { expect, it } from '@jest/globals';
import type pg from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { describeOnPostgres } from '#test/runs/support/describe-on-postgres.js';
import { expectLogMatches } from '#test/runs/support/expect-log-matches.js';
import { openStore, type Store } from '#test/runs/support/open-store.js';
import type { EventDraft } from '../events/drafts.js';
import { EventCounterEntity } from '../events/event.entity.js';
import { Transactions } from './transactions.js';

const log = (message: string): EventDraft => ({ type: 'log', level: 'info', scope: 's', message });

/**
 * Transactions whose first commit is answered by a broken connection, after or before taking
 * effect.
 */
function losing(store: Store, done: boolean): Transactions {
  let lost = false;
  const createQueryRunner = (): QueryRunner => {
    const runner = store.dataSource.createQueryRunner();
    const connect = async (): Promise<pg.ClientBase> => {
      const client = (await connectFirst()) as pg.ClientBase;
      const query = async (statement: pg.QueryConfig): Promise<unknown> => {
        if ((statement as unknown) !== 'COMMIT' || lost) return client.query(statement);
        lost = true;
        await client.query(done ? 'COMMIT' : 'ROLLBACK');
        const code = 'ECONNRESET';
        throw Object.assign(new Error('Connection terminated unexpectedly'), { code });
      };
      return Object.create(client, { query: { value: query } }) as pg.ClientBase;
    };
    const connectFirst = runner.connect.bind(runner);
    Reflect.set(runner, 'connect', connect);
    return runner;
  };
  const dataSource: DataSource = Object.create(store.dataSource, {
    createQueryRunner: { value: createQueryRunner },
  });
  return new Transactions(dataSource, store.feed, store.clock);
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

  it.each([
    ['counts as made for all that share it, when it took effect', true],
    ['fails for all that share it, when it took none', false],
  ])('%s', async (_, done) => {
    const transactions = losing(opened(), done);
    const works = ['a', 'b', 'c'].map((name) =>
      transactions.share(async (tx) => tx.publish(log(name))),
    );
    const outcomes = await Promise.allSettled(works);
    const status = done ? 'fulfilled' : 'rejected';
    expect(outcomes.map((outcome) => outcome.status)).toEqual([status, status, status]);
    const messages = done ? [{ message: 'a' }, { message: 'b' }, { message: 'c' }] : [];
    expect(opened().events).toMatchObject(messages);
    await expectLogMatches(opened());
  });

  it('can be looked into although every other transaction waits for it', async () => {
    const transactions = losing(opened(), true);
    let inside = 0;
    const { promise: crowded, resolve: open } = Promise.withResolvers<void>();
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
