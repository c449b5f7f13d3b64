import { beforeEach, describe, expect, it } from '@jest/globals';
import { describeOnPostgres } from '#test/runs/support/describe-on-postgres.js';
import { openApprovals, openPending } from '#test/runs/support/open-approvals.js';
import { openReplicas, openStore, type Store } from '#test/runs/support/open-store.js';
import { StoredRuns } from '#test/runs/support/stored-runs.js';
import { sampleApproval } from '#test/support/sample-records.js';
import { testDatabases } from '#test/support/test-databases.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { Approval } from '../../protocol/records/work.js';
import type { ApprovalsService } from './approvals.service.js';
import type { PendingApprovals } from './pending-approvals.js';

const yes = { approved: true, reason: null };
const no = { approved: false, reason: null };
const never = new AbortController().signal;

const serviceOn = (store: Store): ApprovalsService => openApprovals(new StoredRuns(store));
const shownOn = (store: Store): Promise<PendingApprovals> => openPending(new StoredRuns(store));

let asked = 0;

/** A question that a running service knows of. */
const ask = (store: Store, fields: Partial<Approval> = {}): Promise<Approval> =>
  new StoredRuns(store).ask({ id: `appr_${++asked}`, ...fields }, 60_000);

/** One of several questions that a yes answers together. */
const askFor = (store: Store, grantKey: string, fields: Partial<Approval> = {}) =>
  new StoredRuns(store).ask({ id: `appr_${++asked}`, ...fields }, 60_000, grantKey);

/** The announced decisions of an approval. */
const decisionsOn = ({ events }: Store, id: string): readonly string[] =>
  events.flatMap((event) =>
    event.type === 'approval.decided' && event.approval.id === id ? [event.approval.status] : [],
  );

describe.each(testDatabases)('approvals on $name', ({ url }) => {
  const opened = openStore(url);
  let service: ApprovalsService;

  beforeEach(() => {
    service = serviceOn(opened());
  });

  describe('a decision', () => {
    it('is stored and announced with its time and its reason', async () => {
      const pending = await ask(opened());
      opened().clock.advance(500);
      await service.decide(pending.id, {
        approved: false,
        reason: 'Not today.',
        name: 'Ada',
      });
      const decided = {
        ...pending,
        status: 'rejected',
        decidedAt: opened().clock.now(),
        reason: 'Not today.',
        decidedBy: 'person',
        decidedByName: 'Ada',
      };
      expect(await new StoredRuns(opened()).approvals.find(pending.id)).toEqual(decided);
      expect(opened().events.at(-1)).toMatchObject({ type: 'approval.decided', approval: decided });
    });

    it('for the rest of the run answers the identical questions of the run that are open', async () => {
      const may = { scopes: ['once', 'run'] as const, detail: 'npm test' };
      const [first, same, other, elsewhere, onceOnly] = [
        await ask(opened(), may),
        await ask(opened(), may),
        await ask(opened(), { ...may, detail: 'npm test -- -u' }),
        await ask(opened(), { ...may, runId: 'run_other' }),
        await ask(opened(), { detail: 'npm test' }),
      ];
      await service.decide(first.id, { ...yes, scope: 'run' });
      const { approvals } = new StoredRuns(opened());
      expect(await approvals.find(first.id)).toMatchObject({ status: 'approved', scope: 'run' });
      expect(await approvals.find(same.id)).toMatchObject({ status: 'approved', scope: 'run' });
      for (const { id } of [other, elsewhere, onceOnly]) {
        expect(await approvals.find(id)).toMatchObject({ status: 'pending' });
      }
    });

    it('that opens something answers all who wait for the same, and nobody else', async () => {
      const [first, second] = [await askFor(opened(), 'a'), await askFor(opened(), 'a')];
      const elsewhere = await askFor(opened(), 'a', { runId: 'run_other' });
      const others = [await askFor(opened(), 'b'), await ask(opened())];
      await service.decide(second.id, { ...yes, name: 'Ada' });
      for (const { id } of [first, second, elsewhere]) {
        expect(decisionsOn(opened(), id)).toEqual(['approved']);
        const stored = await new StoredRuns(opened()).approvals.find(id);
        expect(stored).toMatchObject({ decidedBy: 'person', decidedByName: 'Ada' });
      }
      for (const { id } of others) expect(decisionsOn(opened(), id)).toEqual([]);
    });

    it('that opens something refuses nobody but the one, when it is a no', async () => {
      const [first, second] = [await askFor(opened(), 'c'), await askFor(opened(), 'c')];
      await service.decide(first.id, no);
      expect(decisionsOn(opened(), second.id)).toEqual([]);
    });

    it('that opens something is there for who asks later, unless it is asked for anew', async () => {
      const { transactions, clock } = opened();
      const granted = (since: number): Promise<boolean> =>
        transactions.run((tx) => service.isGranted(tx, { key: 'd', since }));
      const from = clock.now();
      const [open, late] = [await askFor(opened(), 'd'), await askFor(opened(), 'd')];
      expect(await granted(from)).toBe(false);
      await service.expire(late);
      expect(await granted(from)).toBe(false);
      await service.decide(open.id, yes);
      expect(await granted(from)).toBe(true);
      expect(await granted(clock.now() + 1)).toBe(false);
    });

    it('is not given for a run where it may be given once only', async () => {
      const { id } = await ask(opened());
      await expect(service.decide(id, { ...yes, scope: 'run' })).rejects.toThrow(
        `Approval "${id}" can be given once only, not for the rest of the run.`,
      );
      expect(decisionsOn(opened(), id)).toEqual([]);
      await service.decide(id, { ...yes, scope: 'once' });
      expect(decisionsOn(opened(), id)).toEqual(['approved']);
    });

    it('is made once: of many at the same moment one wins and the others are refused', async () => {
      const { id } = await ask(opened());
      const decisions = [yes, no, yes, no, yes].map((decision) => service.decide(id, decision));
      const outcomes = await Promise.allSettled(decisions);
      const refusals = outcomes.filter(({ status }) => status === 'rejected');
      expect(refusals).toHaveLength(4);
      for (const refusal of refusals) {
        expect(refusal).toMatchObject({
          reason: { message: `Approval "${id}" is no longer pending.` },
        });
      }
      expect(decisionsOn(opened(), id)).toHaveLength(1);
    });

    it('is refused for an unknown approval', async () => {
      await expect(service.decide('appr_unknown', yes)).rejects.toThrow(
        new RefusedError('Approval "appr_unknown" is no longer pending.'),
      );
    });

    it('comes too late once the time was up, and time does not undo a decision', async () => {
      const [late, early] = [await ask(opened()), await ask(opened())];
      expect(await service.expire(late)).toBe(true);
      await expect(service.decide(late.id, yes)).rejects.toThrow(RefusedError);
      await service.decide(early.id, yes);
      expect(await service.expire(early)).toBe(false);
      expect(decisionsOn(opened(), late.id)).toEqual(['rejected']);
      expect(decisionsOn(opened(), early.id)).toEqual(['approved']);
    });
  });

  describe('whoever waits', () => {
    it('is told the decision, all of them the same', async () => {
      const pending = await ask(opened());
      const waiting = [service.waitFor(pending, never), service.waitFor(pending, never)];
      await service.decide(pending.id, yes);
      for (const decided of await Promise.all(waiting)) expect(decided?.status).toBe('approved');
    });

    it('finds a decision that was made before it asked', async () => {
      const pending = await ask(opened());
      await service.decide(pending.id, { approved: true, reason: 'Go.' });
      expect(await service.waitFor(pending, never)).toMatchObject({
        status: 'approved',
        reason: 'Go.',
      });
    });

    it('has its answer at once when it knows it already', async () => {
      const known = { ...(await ask(opened())), status: 'rejected' } as const;
      expect(await service.waitFor(known, never)).toBe(known);
    });

    it('is told nothing once its run is cancelled', async () => {
      const pending = await ask(opened());
      const cancelled = new AbortController();
      const waiting = service.waitFor(pending, cancelled.signal);
      cancelled.abort();
      expect(await waiting).toBeNull();
      expect(await service.waitFor(pending, cancelled.signal)).toBeNull();
      await service.decide(pending.id, no);
    });

    it('waits on for a question of another process whose event has not come', async () => {
      const { approvals } = new StoredRuns(opened());
      const unannounced = sampleApproval({ id: `appr_${++asked}` });
      await opened().transactions.run((tx) =>
        approvals.insert(tx.manager, unannounced, 'key', 60_000),
      );
      let answer: Approval | null | undefined;
      const waiting = service.waitFor(unannounced, never).then((decided) => (answer = decided));
      await approvals.find(unannounced.id);
      await new Promise((resolve) => setImmediate(resolve));
      expect(answer).toBeUndefined();
      await service.decide(unannounced.id, yes);
      await waiting;
      expect(answer?.status).toBe('approved');
    });
  });

  describe('what is pending', () => {
    it('is listed in the order in which it was asked, until it is decided', async () => {
      const [first, second] = [await ask(opened()), await ask(opened())];
      const shown = await shownOn(opened());
      const ours = () => shown.list().filter(({ id }) => [first.id, second.id].includes(id));
      expect(ours()).toEqual([first, second]);
      await service.decide(first.id, yes);
      expect(ours()).toEqual([second]);
      await service.decide(second.id, no);
      expect(ours()).toEqual([]);
    });

    it('is known again after a restart', async () => {
      const { clock } = opened();
      const younger = await ask(opened(), { requestedAt: clock.now() + 20 });
      const older = await ask(opened(), { requestedAt: clock.now() + 10 });
      const decided = await ask(opened());
      await service.decide(decided.id, yes);
      const ids = (await shownOn(opened())).list().map(({ id }) => id);
      expect(ids.filter((id) => [younger.id, older.id, decided.id].includes(id))).toEqual([
        older.id,
        younger.id,
      ]);
    });
  });

  describe('a cancelled run', () => {
    it('has all its questions refused, and nobody else has', async () => {
      const [one, two] = [await ask(opened(), { runId: 'r' }), await ask(opened(), { runId: 'r' })];
      const other = await ask(opened(), { runId: 'other' });
      await opened().transactions.run((tx) => service.refuseOfRun(tx, 'r'));
      expect(decisionsOn(opened(), one.id)).toEqual(['rejected']);
      expect(decisionsOn(opened(), two.id)).toEqual(['rejected']);
      expect(decisionsOn(opened(), other.id)).toEqual([]);
    });

    it('keeps its questions when it was not cancelled after all', async () => {
      const pending = await ask(opened(), { runId: 'kept' });
      const failing = opened().transactions.run(async (tx) => {
        await service.refuseOfRun(tx, 'kept');
        throw new Error('changed my mind');
      });
      await expect(failing).rejects.toThrow('changed my mind');
      expect(decisionsOn(opened(), pending.id)).toEqual([]);
      expect((await shownOn(opened())).list().map(({ id }) => id)).toContain(pending.id);
      await service.decide(pending.id, yes);
    });
  });
});

describeOnPostgres('approvals between replicas', (url) => {
  const replicas = openReplicas(url, 2);
  const [first, second] = [replicas(0), replicas(1)];

  it('are decided once, whichever replicas are asked at the same moment', async () => {
    const services = [serviceOn(first()), serviceOn(second())];
    for (let round = 0; round < 10; round++) {
      const { id } = await ask(first());
      const decisions = services.map((service, index) =>
        service.decide(id, index === 0 ? yes : no),
      );
      const outcomes = await Promise.allSettled(decisions);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const announced = [...decisionsOn(first(), id), ...decisionsOn(second(), id)];
      expect(announced).toHaveLength(1);
    }
  });

  it('open something together, whoever says yes to which at the same moment', async () => {
    const services = [serviceOn(first()), serviceOn(second())];
    for (let round = 0; round < 10; round++) {
      const key = `round ${round}`;
      const open = await Promise.all([first(), second()].map((store) => askFor(store, key)));
      const ids = open.map(({ id }) => id);
      await Promise.allSettled(
        services.map((service, index) => service.decide(ids[index] ?? '', yes)),
      );
      for (const { id } of open) {
        const announced = [...decisionsOn(first(), id), ...decisionsOn(second(), id)];
        expect(announced).toEqual(['approved']);
      }
    }
  });
});
