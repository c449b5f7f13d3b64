import { Injectable } from '@nestjs/common';
import { StoreRetry } from '../../platform/database/store-retry.js';
import { Ids } from '../../platform/ids.js';
import type { Approval, Run, StageRun } from '../../protocol/records/work.js';
import { runTexts } from '../../protocol/texts/runs.js';
import { SettingsService } from '../../settings/settings.service.js';
import { ApprovalsService } from '../approvals/approvals.service.js';
import { type RunCommit, RunJournal } from './journal/run-journal.js';
import type { RunSession } from './journal/run-session.js';
import { stepKeys } from './journal/step-keys.js';

const fallbackApprover = 'ceo';

/** Asks a person, once per run and between stages, whether to continue spending. */
@Injectable()
export class SpendApproval {
  constructor(
    private readonly journal: RunJournal,
    private readonly approvals: ApprovalsService,
    private readonly settings: SettingsService,
    private readonly retry: StoreRetry,
    private readonly ids: Ids,
  ) {}

  /** True if the question was answered with yes; it is never asked twice. */
  wasAllowed(session: RunSession): boolean {
    return [...session.approvals.values()].some(
      ({ kind, status }) => kind === 'spend' && status === 'approved',
    );
  }

  /** USD from which a run asks; 0 = never. */
  async thresholdUsd({ haltSignal }: RunSession): Promise<number> {
    const settings = await this.retry.persist(() => this.settings.read(), haltSignal);
    return settings.softSpendApprovalUsd;
  }

  /** False: refused, timed out, or the run was cancelled. */
  async mayGoOn(session: RunSession, stage: StageRun): Promise<boolean> {
    const key = stepKeys.spendQuestion(stage.id);
    if (!session.approvals.has(key)) await this.ask(session, stage, key);
    const asked = session.approvals.get(key);
    if (asked === undefined) return false;
    const decided = await session.handover.whileAsking(() =>
      this.approvals.waitFor(asked, session.signal),
    );
    session.throwIfHalted();
    if (decided !== null) session.approvals.set(key, decided);
    return decided?.status === 'approved';
  }

  /**
   * Withdraws a question that is no longer needed: the threshold was raised while no process worked
   * on the run. A later stage asks again.
   */
  async withdraw(commit: RunCommit, { approvals }: RunSession): Promise<void> {
    for (const [key, asked] of approvals) {
      if (asked.kind !== 'spend' || asked.status !== 'pending') continue;
      await this.approvals.refuse(commit.tx, asked);
      commit.tx.afterCommit(() => approvals.set(key, { ...asked, status: 'rejected' }));
    }
  }

  private ask(session: RunSession, stage: StageRun, key: string): Promise<void> {
    return this.journal.commit(session, async (commit) => {
      const { approvalTimeoutMs, softSpendApprovalUsd } = await this.settings.read(commit.tx);
      const approval = {
        ...question(commit.run, stage, softSpendApprovalUsd),
        id: this.ids.next('appr'),
        requestedAt: commit.at,
      };
      commit.approvals.push({ approval, stepKey: key, waitMs: approvalTimeoutMs });
      commit.publish({ type: 'approval.requested', approval });
    });
  }
}

function question(
  run: Run,
  stage: StageRun,
  thresholdUsd: number,
): Omit<Approval, 'id' | 'requestedAt'> {
  const { spentUsd, limitUsd } = run.budget;
  return {
    runId: run.id,
    turnId: null,
    employeeId: run.stages[0]?.spec.roleIds[0] ?? fallbackApprover,
    kind: 'spend',
    stageName: stage.spec.name,
    summary: runTexts.spendSummary(spentUsd, limitUsd),
    touches: runTexts.spendTouches,
    detail: runTexts.spendDetail(run.budget, thresholdUsd, stage.spec),
    status: 'pending',
    decidedAt: null,
    reason: null,
  };
}
