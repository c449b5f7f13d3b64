import { Injectable } from '@nestjs/common';
import { Ids } from '../../../platform/ids.js';
import type { Approval } from '../../../protocol/records/work.js';
import { runTexts } from '../../../protocol/texts.js';
import { SettingsService } from '../../../settings/settings.service.js';
import type { ApprovalAnswer, ApprovalAsk } from '../../../tools/tool.js';
import { EmployeesService } from '../../../workspaces/employees/employees.service.js';
import { ApprovalsService } from '../../approvals/approvals.service.js';
import { RunJournal } from '../journal/run-journal.js';
import type { BegunTurn, TurnAtWork } from './turn-at-work.js';

const unanswered: ApprovalAnswer = { approved: false, reason: null };

/**
 * A tool asks a person before it acts. While it waits, its step is `awaiting`: nothing has been
 * done, so after a restart the tool is run again up to the question, which is found answered or
 * still open. The employee's place on the floor is free for others meanwhile.
 */
@Injectable()
export class ToolApprovals {
  constructor(
    private readonly journal: RunJournal,
    private readonly approvals: ApprovalsService,
    private readonly employees: EmployeesService,
    private readonly settings: SettingsService,
    private readonly ids: Ids,
  ) {}

  /** The asking function of one call; its questions are numbered in the order they come. */
  asker(turn: TurnAtWork, callKey: string): (ask: ApprovalAsk) => Promise<ApprovalAnswer> {
    let asked = 0;
    return (ask) => this.ask(turn, callKey, `${callKey}/a${asked++}`, ask);
  }

  /** Refuses what a call that was cut off had asked midway: nobody waits for the answer any more. */
  async withdraw(turn: BegunTurn, callKey: string): Promise<void> {
    const { approvals } = turn.session;
    for (const [key, approval] of approvals) {
      if (!key.startsWith(`${callKey}/`) || approval.status !== 'pending') continue;
      await this.approvals.expire(approval);
      approvals.set(key, { ...approval, status: 'rejected' });
      await this.unblock(turn, callKey);
    }
  }

  private async ask(
    turn: TurnAtWork,
    callKey: string,
    key: string,
    ask: ApprovalAsk,
  ): Promise<ApprovalAnswer> {
    const { session, slot } = turn;
    const known = session.approvals.get(key);
    if (known === undefined || known.status === 'pending') {
      await this.block(turn, callKey, key, known, ask);
    }
    const pending = session.approvals.get(key);
    if (pending === undefined) return unanswered;
    const decided = await slot.yieldWhile(() => this.approvals.waitFor(pending, session.signal));
    session.throwIfHalted();
    // Nobody waits for it any more: cancelling a run refuses what it asked (decisions.md A15).
    session.approvals.set(key, decided ?? { ...pending, status: 'rejected' });
    await this.unblock(turn, callKey);
    return decided === null
      ? unanswered
      : { approved: decided.status === 'approved', reason: decided.reason };
  }

  /** Order of events: behaviour-server.md 4.3, 6. */
  private block(
    turn: TurnAtWork,
    callKey: string,
    key: string,
    known: Approval | undefined,
    ask: ApprovalAsk,
  ): Promise<void> {
    return this.journal.commit(turn.session, async (commit) => {
      this.employees.change(commit.tx, turn.workspaceId, turn.request.role.id, {
        status: 'blocked',
        activity: runTexts.awaitingApproval(ask.summary),
      });
      if (commit.run.status !== 'awaiting-approval') {
        commit.changeRun((run) => ({ ...run, status: 'awaiting-approval' }));
        commit.announceRun();
      }
      if (known !== undefined) return;
      const approval = this.question(turn, ask, commit.at);
      const dueAt = commit.at + this.settings.current().approvalTimeoutMs;
      commit.approvals.push({ approval, stepKey: key, dueAt });
      commit.step(callKey, ask.midway ? 'started' : 'awaiting');
      commit.publish({ type: 'approval.requested', approval });
    });
  }

  private question(turn: TurnAtWork, ask: ApprovalAsk, at: number): Approval {
    return {
      id: this.ids.next('appr'),
      runId: turn.record.runId,
      turnId: turn.record.id,
      employeeId: turn.record.employeeId,
      kind: ask.kind,
      summary: ask.summary,
      detail: ask.detail,
      status: 'pending',
      requestedAt: at,
      decidedAt: null,
      reason: null,
    };
  }

  /** From here on the tool may act, so a crash counts as cut off. */
  private unblock(turn: BegunTurn, callKey: string): Promise<void> {
    return this.journal.commit(turn.session, async (commit) => {
      commit.step(callKey, 'started');
      this.employees.change(commit.tx, turn.workspaceId, turn.request.role.id, {
        status: 'working',
        activity: null,
      });
      const othersWait = [...turn.session.approvals.values()].some(
        (approval) => approval.status === 'pending' && approval.kind !== 'spend',
      );
      if (othersWait || commit.run.status !== 'awaiting-approval') return;
      commit.changeRun((run) => ({ ...run, status: 'running' }));
      commit.announceRun();
    });
  }
}
