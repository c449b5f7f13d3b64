import { describe, expect, it } from '@jest/globals';
import { expectLogMatches } from '#test/runs/support/expect-log-matches.js';
import { openStore } from '#test/runs/support/open-store.js';
import { putStep } from '#test/runs/support/steps.js';
import { StoredRuns } from '#test/runs/support/stored-runs.js';
import { testDatabases } from '#test/support/test-databases.js';
import type { ServerEvent } from '#protocol/events.js';
import { RunHalted, type RunSession } from './run-session.js';

describe.each(testDatabases)(
  'a run cancelled while its commit is made with others on $name',
  ({ url }) => {
    const opened = openStore(url);
    const stored = (): StoredRuns => new StoredRuns(opened());

    /** Three runs whose next commits are shared. */
    async function threeRuns(runs: StoredRuns) {
      return [await runs.begin(), await runs.begin(), await runs.begin()] as const;
    }

    /** Commits a step and the run's record; `during` is called inside the shared transaction. */
    function commit(
      runs: StoredRuns,
      session: RunSession,
      during: () => void | Promise<void> = () => undefined,
    ): Promise<void> {
      return runs.journal.commit(session, async (changes) => {
        putStep(changes, 'k', 'started');
        changes.changeRun((run) => ({ ...run, objective: 'committed' }));
        changes.announceRun();
        await during();
      });
    }

    const updatesOf = (events: readonly ServerEvent[], { run }: RunSession): number =>
      events.filter((event) => event.type === 'run.updated' && event.run.id === run.id).length;

    async function expectStoredOnce(runs: StoredRuns, session: RunSession): Promise<void> {
      expect(await runs.steps.ofRun(session.run.id)).toHaveLength(1);
      expect((await runs.runs.find(session.run.id))?.record.objective).toBe('committed');
      expect(session.run.objective).toBe('committed');
      expect(updatesOf(runs.store.events, session)).toBe(1);
    }

    async function expectNothingStored(runs: StoredRuns, session: RunSession): Promise<void> {
      expect(await runs.steps.ofRun(session.run.id)).toEqual([]);
      expect((await runs.runs.find(session.run.id))?.record.objective).toBeNull();
      expect(session.run.objective).toBeNull();
      expect(updatesOf(runs.store.events, session)).toBe(0);
    }

    it('is stored once, as the others are, and may commit how it ends', async () => {
      const runs = stored();
      const [a, b, c] = await threeRuns(runs);
      await Promise.all([
        commit(runs, a),
        commit(runs, b, () => {
          expect(a.run.objective).toBeNull();
          b.cancel();
        }),
        commit(runs, c),
      ]);
      for (const session of [a, b, c]) await expectStoredOnce(runs, session);
      expect([a, b, c].map(({ cancelled }) => cancelled)).toEqual([false, true, false]);
      await runs.journal.commit(b, (changes) => putStep(changes, 'end', 'started'));
      expect(await runs.steps.ofRun(b.run.id)).toHaveLength(2);
      await expectLogMatches(runs.store);
    });

    it('is stored once when another one fails, and the group is made again', async () => {
      const runs = stored();
      const [a, b, c] = await threeRuns(runs);
      const outcomes = await Promise.allSettled([
        commit(runs, a),
        commit(runs, b, () => b.cancel()),
        commit(runs, c, () => {
          throw new Error('c failed');
        }),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
      await expectStoredOnce(runs, a);
      await expectStoredOnce(runs, b);
      await expectNothingStored(runs, c);
      await expectLogMatches(runs.store);
    });

    it('leaves nothing behind when it throws, and the others are stored once', async () => {
      const runs = stored();
      const [a, b, c] = await threeRuns(runs);
      const outcomes = await Promise.allSettled([
        commit(runs, a),
        commit(runs, b, () => {
          b.cancel();
          b.signal.throwIfAborted();
        }),
        commit(runs, c),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(outcomes[1]).toMatchObject({ reason: { name: 'AbortError' } });
      await expectNothingStored(runs, b);
      await expectStoredOnce(runs, a);
      await expectStoredOnce(runs, c);
      await expectLogMatches(runs.store);
    });

    it('is stored once when it is halted, and commits nothing after it', async () => {
      const runs = stored();
      const [a, b, c] = await threeRuns(runs);
      await Promise.all([commit(runs, a), commit(runs, b, () => b.halt()), commit(runs, c)]);
      for (const session of [a, b, c]) await expectStoredOnce(runs, session);
      await expect(commit(runs, b)).rejects.toThrow(RunHalted);
      await commit(runs, a);
      await expectLogMatches(runs.store);
    });

    it('keeps the request to cancel, which another transaction stores meanwhile', async () => {
      const runs = stored();
      const [a, b, c] = await threeRuns(runs);
      const { transactions, clock } = runs.store;
      const requests: Promise<boolean>[] = [];
      const request = (): void => {
        requests.push(transactions.run((tx) => runs.runs.requestCancel(tx, b.run.id, clock.now())));
      };
      await Promise.all([commit(runs, a), commit(runs, b, request), commit(runs, c)]);
      expect(await Promise.all(requests)).toEqual([true]);
      for (const session of [a, b, c]) await expectStoredOnce(runs, session);
      expect((await runs.runs.find(b.run.id))?.cancelRequestedAt).not.toBeNull();
      await expectLogMatches(runs.store);
    });
  },
);
