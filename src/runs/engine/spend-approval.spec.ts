import { beforeEach, describe, expect, it } from '@jest/globals';
import { openApprovals, openPending } from '#test/runs/support/open-approvals.js';
import { openStore } from '#test/runs/support/open-store.js';
import { pendingStage } from '#test/runs/support/run-loop.js';
import { StoredRuns } from '#test/runs/support/stored-runs.js';
import { StoreRetry } from '../../platform/database/store-retry.js';
import { RandomIds } from '../../platform/ids.js';
import type { SettingsService } from '../../settings/settings.service.js';
import type { ApprovalsService } from '../approvals/approvals.service.js';
import type { RunSession } from './journal/run-session.js';
import { SpendApproval } from './spend-approval.js';

const [one, two] = [pendingStage('One'), pendingStage('Two')] as const;

describe('the question about money', () => {
  const opened = openStore('sqlite');
  let runs: StoredRuns;
  let session: RunSession;

  beforeEach(async () => {
    runs = new StoredRuns(opened());
    session = await runs.begin({ stages: [one, two], budget: { limitUsd: 5, spentUsd: 2 } });
  });

  async function gate(): Promise<{ gate: SpendApproval; approvals: ApprovalsService }> {
    const approvals = openApprovals(runs);
    const settings = { read: async () => ({ approvalTimeoutMs: 1000, softSpendApprovalUsd: 1 }) };
    const spendApproval = new SpendApproval(
      runs.journal,
      approvals,
      settings as unknown as SettingsService,
      new StoreRetry(opened().clock, opened().logger),
      new RandomIds(),
    );
    return { gate: spendApproval, approvals };
  }

  const asked = (): Promise<string> =>
    new Promise((resolve) => {
      const seen = opened().bus.on('approval.requested', 'test', ({ approval }) => {
        seen.unsubscribe();
        resolve(approval.id);
      });
    });
  const answers = async () =>
    (await runs.approvals.ofRun(session.run.id)).map(({ record }) => record.status);

  /** Asks before the first stage, and ends the process while it waits. */
  async function dieAsking(): Promise<void> {
    const id = asked();
    const waiting = (await gate()).gate.mayGoOn(session, one);
    await id;
    session.halt();
    await expect(waiting).rejects.toThrow('was halted');
    session = await runs.load(session.run);
  }

  it('is asked once a run', async () => {
    const { gate: asking, approvals } = await gate();
    const id = asked();
    const allowed = asking.mayGoOn(session, one);
    await approvals.decide(await id, { approved: true, reason: null });
    expect(await allowed).toBe(true);
    expect(asking.wasAllowed(session)).toBe(true);
    expect(asking.wasAllowed(await runs.load(session.run))).toBe(true);
  });

  it('names what was spent and the amount from which runs ask, with all digits', async () => {
    await runs.journal.commit(session, (commit) =>
      commit.changeRun((run) => ({ ...run, budget: { limitUsd: 0.1, spentUsd: 0.008_05 } })),
    );
    await dieAsking();
    const [approval] = await runs.approvals.ofRun(session.run.id);
    expect(approval?.record).toMatchObject({
      summary: 'Spend $0.01 of the $0.10 budget and continue?',
      detail:
        'Spent so far: $0.00805. Remaining under the ceiling: $0.09195. Runs ask from $1.00 on. Next stage: "One" (plan).',
    });
  });

  it('is still open after a restart, and not asked twice', async () => {
    await dieAsking();
    const { gate: asking, approvals } = await gate();
    const allowed = asking.mayGoOn(session, one);
    const pending = (await openPending(runs)).list();
    const question = pending.find(({ runId }) => runId === session.run.id);
    await approvals.decide(question?.id ?? '', { approved: true, reason: null });
    expect(await allowed).toBe(true);
    expect(await answers()).toEqual(['approved']);
  });

  it('[defects] 8: is taken back when the run goes on without it', async () => {
    await dieAsking();
    const { gate: open } = await gate();
    await runs.journal.commit(session, (commit) => open.withdraw(commit, session));
    expect(await answers()).toEqual(['rejected']);
    expect(opened().events.at(-1)?.type).toBe('approval.decided');
  });

  it('that was taken back is no refusal: a later stage asks its own', async () => {
    await dieAsking();
    const { gate: asking, approvals } = await gate();
    await runs.journal.commit(session, (commit) => asking.withdraw(commit, session));
    session = await runs.load(session.run);
    const id = asked();
    const allowed = asking.mayGoOn(session, two);
    await approvals.decide(await id, { approved: true, reason: null });
    expect(await allowed).toBe(true);
    expect((await answers()).toSorted()).toEqual(['approved', 'rejected']);
  });
});
