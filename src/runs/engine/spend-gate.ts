import { Injectable } from '@nestjs/common';
import { Ids } from '../../platform/ids.js';
import type { Approval, Run, StageRun } from '../../protocol/records/work.js';
import { runTexts } from '../../protocol/texts.js';
import { SettingsService } from '../../settings/settings.service.js';
import { ApprovalsService } from '../approvals/approvals.service.js';
import { RunJournal } from './journal/run-journal.js';
import type { RunSession } from './journal/run-session.js';

/** The one question about money that a run asks; its row is what remembers that it was asked. */
const spendKey = 'spend';
const fallbackApprover = 'ceo';

/** Asks a person, once a run, whether to go on spending (behaviour-engine.md 1.4, check 4). */
@Injectable()
export class SpendGate {
  constructor(
    private readonly journal: RunJournal,
    private readonly approvals: ApprovalsService,
    private readonly settings: SettingsService,
    private readonly ids: Ids,
  ) {}

  /** Whether the question was asked and answered with yes: it is never asked twice. */
  wasAllowed(session: RunSession): boolean {
    return session.approvals.get(spendKey)?.status === 'approved';
  }

  /** USD from which a run asks; 0 = never. */
  get thresholdUsd(): number {
    return this.settings.current().softSpendApprovalUsd;
  }

  /** False: refused, or not answered in time. Also false when the run is cancelled meanwhile. */
  async mayGoOn(session: RunSession, stage: StageRun): Promise<boolean> {
    if (!session.approvals.has(spendKey)) await this.ask(session, stage);
    const asked = session.approvals.get(spendKey);
    if (asked === undefined) return false;
    const decided = await this.approvals.waitFor(asked, session.signal);
    session.throwIfHalted();
    if (decided !== null) session.approvals.set(spendKey, decided);
    return decided?.status === 'approved';
  }

  private ask(session: RunSession, stage: StageRun): Promise<void> {
    return this.journal.commit(session, (commit) => {
      const approval = question(this.ids.next('appr'), commit.run, stage, commit.at);
      const dueAt = commit.at + this.settings.current().approvalTimeoutMs;
      commit.approvals.push({ approval, stepKey: spendKey, dueAt });
      commit.publish({ type: 'approval.requested', approval });
    });
  }
}

function question(id: string, run: Run, stage: StageRun, at: number): Approval {
  const { spentUsd, limitUsd } = run.budget;
  const { name, kind } = stage.spec;
  return {
    id,
    runId: run.id,
    turnId: null,
    employeeId: run.stages[0]?.spec.roleIds[0] ?? fallbackApprover,
    kind: 'spend',
    summary: runTexts.spendSummary(spentUsd, limitUsd),
    detail: runTexts.spendDetail(spentUsd, limitUsd - spentUsd, name, kind),
    status: 'pending',
    requestedAt: at,
    decidedAt: null,
    reason: null,
  };
}
