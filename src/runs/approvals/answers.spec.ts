import { FloorAllowances } from './floor-allowances.js';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { describeOnPostgres } from '#test/runs/support/describe-on-postgres.js';
import { openApprovals } from '#test/runs/support/open-approvals.js';
import { openReplicas, openStore, type Store } from '#test/runs/support/open-store.js';
import { StoredRuns } from '#test/runs/support/stored-runs.js';
import { testDatabases } from '#test/support/test-databases.js';
import type { FloorChecks } from '../../protocol/records/approval-parts.js';
import type { Approval } from '../../protocol/records/work.js';
import type { ApprovalsService } from './approvals.service.js';

const yes = { approved: true, reason: null };
const no = { approved: false, reason: null };
/** Answers only the named items. */
const only = { approved: null, reason: null };
const item = (id: string) =>
  ({ id, tool: 'run_shell', kind: 'shell', summary: id, detail: id }) as const;
const sampleChecks = (): FloorChecks => ({
  workspaceId: `floor ${++asked}`,
  commands: ['npm run test', 'npm run build'],
  definition: 'as it was',
  told: 'They run tests that the office writes.',
});

const serviceOn = (store: Store): ApprovalsService => openApprovals(new StoredRuns(store));

let asked = 0;

/** A question that a running service knows of. */
const ask = (store: Store, fields: Partial<Approval> = {}): Promise<Approval> =>
  new StoredRuns(store).ask({ id: `appr_${++asked}`, ...fields }, 60_000);

/** The announced decisions of an approval. */
const decisionsOn = ({ events }: Store, id: string): readonly string[] =>
  events.flatMap((event) =>
    event.type === 'approval.decided' && event.approval.id === id ? [event.approval.status] : [],
  );

describe.each(testDatabases)('an answer on $name', ({ url }) => {
  const opened = openStore(url);
  let service: ApprovalsService;

  beforeEach(() => {
    service = serviceOn(opened());
  });

  it('of different items by two people at once counts for both, and is announced once', async () => {
    const { id } = await ask(opened(), { items: [item('a'), item('b')] });
    const answers = await Promise.all([
      service.decide(id, { ...only, items: { a: true }, name: 'Ada' }),
      service.decide(id, { ...only, items: { b: false }, name: 'Bob' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['approved', 'pending']);
    expect(decisionsOn(opened(), id)).toEqual(['approved']);
    const stored = await new StoredRuns(opened()).approvals.find(id);
    expect(stored?.items).toMatchObject([
      { approved: true, decidedByName: 'Ada' },
      { approved: false, decidedByName: 'Bob' },
    ]);
  });

  it('of one item by two people at once is made once', async () => {
    const { id } = await ask(opened(), { items: [item('a'), item('b')] });
    const answers = [true, false].map((yes) => service.decide(id, { ...only, items: { a: yes } }));
    const outcomes = await Promise.allSettled(answers);
    const [refusal] = outcomes.flatMap((one) => (one.status === 'rejected' ? [one] : []));
    expect(refusal?.reason).toMatchObject({
      message: `Item "a" of approval "${id}" has been answered.`,
    });
    expect(decisionsOn(opened(), id)).toEqual([]);
    await service.decide(id, no);
  });

  it('for the rest of the run answers identical items of other questions too', async () => {
    const may = { scopes: ['once', 'run'] as const, detail: 'npm test' };
    const single = await ask(opened(), may);
    const both = [{ ...item('a'), ...may }, item('b')];
    const joint = await ask(opened(), { items: both });
    await service.decide(single.id, { ...yes, scope: 'run' });
    const { approvals } = new StoredRuns(opened());
    expect((await approvals.find(joint.id))?.items).toMatchObject([
      { approved: true, scope: 'run' },
      { id: 'b' },
    ]);
    expect((await approvals.find(joint.id))?.items?.[1]).not.toHaveProperty('approved');
    await service.decide(joint.id, no);
    expect(decisionsOn(opened(), joint.id)).toEqual(['approved']);
  });

  it('for the floor’s checks holds until one is taken back, a file changes or the floor is another', async () => {
    const checks = sampleChecks();
    const may = { scopes: ['once', 'run', 'checks'], check: 'npm run test', checks } as const;
    const { id } = await ask(opened(), may);
    const build = { ...may, check: 'npm run build', runId: 'run_other' };
    const [open, changed, elsewhere] = [
      await ask(opened(), build),
      await ask(opened(), { ...build, checks: { ...checks, definition: 'changed' } }),
      await ask(opened(), { ...build, checks: { ...checks, workspaceId: 'attic' } }),
    ];
    const allows = (line: string, given = checks): Promise<boolean> =>
      opened().transactions.run((tx) => service.isAllowedCheck(tx, given, line));
    expect(await allows('npm test')).toBe(false);
    await service.decide(id, { ...yes, scope: 'checks', name: 'Ada' });
    const lines = ['npm test', 'npm test 2>&1 | tail -5', 'npm run build', 'npm run deploy'];
    expect(await Promise.all(lines.map((line) => allows(line)))).toEqual([
      ...[true, true, true, false],
    ]);
    expect(await allows('npm test', { ...checks, definition: 'changed' })).toBe(false);
    expect(await allows('npm test', { ...checks, workspaceId: 'attic' })).toBe(false);
    expect(decisionsOn(opened(), open.id)).toEqual(['approved']);
    for (const other of [changed, elsewhere]) {
      expect(decisionsOn(opened(), other.id)).toEqual([]);
      await service.decide(other.id, no);
    }
    const given = new StoredRuns(opened()).checks;
    expect(await given.list(checks.workspaceId)).toMatchObject([
      { command: 'npm run build', approvalId: id, allowedBy: 'Ada' },
      { command: 'npm run test', approvalId: id, allowedBy: 'Ada' },
    ]);
    await opened().transactions.run(async (tx) => {
      await given.revoke(tx, checks.workspaceId, 'npm run test');
    });
    expect([await allows('npm test'), await allows('npm run build')]).toEqual([false, true]);
    const allowances = new FloorAllowances(given, new StoredRuns(opened()).sandboxes);
    await opened().transactions.run((tx) => allowances.forgetFloor(tx, checks.workspaceId));
    expect(await allows('npm run build')).toBe(false);
  });
});

describeOnPostgres('answers between replicas', (url) => {
  const replicas = openReplicas(url, 2);
  const [first, second] = [replicas(0), replicas(1)];

  it('take answers to different items from two replicas at the same moment', async () => {
    const services = [serviceOn(first()), serviceOn(second())];
    for (let round = 0; round < 10; round++) {
      const { id } = await ask(first(), { items: [item('a'), item('b')] });
      await Promise.all(
        services.map((service, index) =>
          service.decide(id, { ...only, items: index === 0 ? { a: true } : { b: true } }),
        ),
      );
      // A replica also reads from the log what the other has announced.
      const announced = [first(), second()].flatMap(({ events }) =>
        events.flatMap((event) =>
          event.type === 'approval.decided' && event.approval.id === id ? [event.seq] : [],
        ),
      );
      expect(new Set(announced).size).toBe(1);
      const stored = await new StoredRuns(first()).approvals.find(id);
      expect(stored).toMatchObject({
        status: 'approved',
        items: [{ approved: true }, { approved: true }],
      });
    }
  });

  it('for the floor’s checks hold at another replica at once', async () => {
    const [here, there] = [serviceOn(first()), serviceOn(second())];
    const checks = sampleChecks();
    const may = { scopes: ['once', 'checks'], check: 'npm run test', checks } as const;
    const { id } = await ask(first(), may);
    await here.decide(id, { ...yes, scope: 'checks' });
    const allows = (): Promise<boolean> =>
      second().transactions.run((tx) => there.isAllowedCheck(tx, checks, 'npm test'));
    expect(await allows()).toBe(true);
    const given = new StoredRuns(first()).checks;
    await first().transactions.run((tx) => given.revoke(tx, checks.workspaceId));
    expect(await allows()).toBe(false);
  });
});
