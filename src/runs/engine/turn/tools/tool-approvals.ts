import { Injectable } from '@nestjs/common';
import { Ids } from '#platform/ids.js';
import { RefusedError } from '#platform/errors/office-error.js';
import { limits } from '#protocol/limits.js';
import type { ApprovalScope } from '#protocol/records/enums.js';
import type { FloorChecks } from '#protocol/records/approval-parts.js';
import type { Approval } from '#protocol/records/work.js';
import { runTexts } from '#protocol/texts/runs.js';
import { SettingsService } from '#settings/settings.service.js';
import type { ApprovalAnswer, ApprovalAsk } from '#tools/tool.js';
import { EmployeesService } from '#workspaces/employees/employees.service.js';
import { isCoveredBy } from '#runs/approvals/decide-approval.js';
import { ApprovalsService } from '#runs/approvals/approvals.service.js';
import { isApprovedCheck } from '../../checks/checks-approval.js';
import { type RunCommit, RunJournal } from '../../journal/run-journal.js';
import { answerOfCall, prefixBelow, stepKeys, toolCallId } from '../../journal/step-keys.js';
import { toolCallStep } from '../../journal/recorded.js';
import { Steps } from '../../journal/steps.js';
import { floorChecks } from '../../workspace-survey/floor-checks.js';
import type { StartedTurn, ActiveTurn } from '../lifecycle/active-turn.js';
import { shownAsk } from '../../shown-ask.js';
import { withFiles, writtenIn } from '../../asked-files.js';
import { CallForesight } from './call-foresight.js';
import { answerAmong, answerOf, type Asked, holdsFor, questionFor } from './questions.js';

const onceOrRun: readonly ApprovalScope[] = ['once', 'run'];

/** A question of one call. */
interface Asking {
  readonly callKey: string;
  readonly key: string;
  /** Id of the call. */
  readonly id: string;
  readonly ask: ApprovalAsk;
  readonly isFirst: boolean;
}

const unanswered: ApprovalAnswer = { approved: false, reason: null };
const approved: ApprovalAnswer = { approved: true, reason: null };
const insideApproved: ApprovalAnswer = { ...approved, scope: 'sandbox-run' };

/**
 * A tool asks a person before it acts. While it waits, its step is `awaiting` and its turn releases
 * its slot. After a restart the tool runs again up to its question, which is then answered or still
 * open. A question ends with the call that asked it.
 */
@Injectable()
export class ToolApprovals {
  constructor(
    private readonly journal: RunJournal,
    private readonly steps: Steps,
    private readonly approvals: ApprovalsService,
    private readonly employees: EmployeesService,
    private readonly settings: SettingsService,
    private readonly ids: Ids,
    private readonly foresight: CallForesight,
  ) {}

  /**
   * The asking function of one call; its questions are numbered in order. A yes does not count if
   * its files have changed meanwhile; the question is then asked again.
   */
  requesterFor(turn: ActiveTurn, callKey: string): (ask: ApprovalAsk) => Promise<ApprovalAnswer> {
    const id = toolCallId(turn.record.id, callKey);
    let asked = 0;
    return async (asking) => {
      const ask = shownAsk(asking);
      for (;;) {
        const index = asked++;
        const key = stepKeys.question(callKey, index);
        const answer = await this.request(turn, { callKey, key, id, ask, isFirst: index === 0 });
        const given = turn.session.approvals.get(key);
        if (!answer.approved || given === undefined || holdsFor(given, id, ask)) return answer;
      }
    };
  }

  /** Refuses, in this commit, the open questions of an ending call or turn. */
  async withdraw(commit: RunCommit, turn: StartedTurn, endedKey: string): Promise<void> {
    const { approvals } = turn.session;
    const prefix = prefixBelow(endedKey);
    const open = [...approvals].filter(
      ([key, { status }]) => key.startsWith(prefix) && status === 'pending',
    );
    if (open.length === 0) return;
    for (const [key, approval] of open) {
      await this.approvals.refuse(commit.tx, approval);
      commit.tx.afterCommit(() => approvals.set(key, { ...approval, status: 'rejected' }));
    }
    const withdrawn = new Set(open.map(([key]) => key));
    this.showAtWork(commit, turn, (key) => withdrawn.has(key));
  }

  private async request(turn: ActiveTurn, asking: Asking): Promise<ApprovalAnswer> {
    const { session, slot, work } = turn;
    const { callKey, key, id, ask, isFirst } = asking;
    const known = session.approvals.get(key);
    if (known !== undefined && known.status !== 'pending') {
      return answerOf(known, id) ?? unanswered;
    }
    if (known === undefined) {
      const together = isFirst ? answerAmong(session.approvals.values(), id, ask) : null;
      if (together !== null) return together;
      if (isCovered(session.approvals.values(), ask)) return approved;
      if (isApprovedCheck(session, ask)) return approved;
      refuseFlood(session.approvals.keys(), asking);
    }
    const granted = await this.wait(turn, asking, known);
    if (granted !== null) return granted;
    const pending = session.approvals.get(key);
    if (pending === undefined) return unanswered;
    const decided = await work.whileAsking(() =>
      slot.releaseWhile(() => this.approvals.waitFor(pending, session.signal)),
    );
    session.throwIfHalted();
    // Null: the run was cancelled, which refuses its questions.
    session.approvals.set(key, decided ?? { ...pending, status: 'rejected' });
    await this.resume(turn, callKey);
    return decided === null ? unanswered : (answerOf(decided, id) ?? unanswered);
  }

  /**
   * Marks employee and run as blocked and asks, in events of one commit; the question includes what
   * later calls of the same answer will ask.
   * @returns an answer that people had given already; null: the question was asked
   */
  private async wait(
    turn: ActiveTurn,
    { callKey, key, id, ask, isFirst }: Asking,
    known: Approval | undefined,
  ): Promise<ApprovalAnswer | null> {
    const mayBeWith =
      known === undefined && isFirst && ask.midway !== true && ask.grant === undefined;
    const others = mayBeWith ? await this.foresight.after(turn, callKey) : [];
    const own = { id, tool: this.foresight.toolOf(turn, callKey), ask };
    const mayBeChecks = [own, ...others].some((one) => one.ask.command !== undefined);
    const checks = known === undefined && mayBeChecks ? await floorChecks(turn.session.run) : null;
    let granted: ApprovalAnswer | null = null;
    await this.journal.commit(turn.session, async (commit) => {
      granted = known === undefined ? await this.granted(commit, ask, checks) : null;
      if (granted !== null) return;
      const asks = [own];
      for (const other of others) {
        if (isApprovedCheck(turn.session, other.ask)) continue;
        if ((await this.granted(commit, other.ask, checks)) === null) asks.push(other);
      }
      const written = writtenIn(turn.session);
      const told = asks.map((one) => ({
        ...one,
        ask: withFiles(one.ask, turn.session.approvals.values(), written),
      }));
      const question = known ?? questionFor(told, checks, turn.workspaceId);
      this.employees.change(commit.tx, turn.workspaceId, turn.request.role.id, {
        status: 'blocked',
        activity: runTexts.awaitingApproval(question?.summary ?? ask.summary),
      });
      if (commit.run.status !== 'awaiting-approval') {
        commit.changeRun((run) => ({ ...run, status: 'awaiting-approval' }));
        commit.announceRun();
      }
      if (ask.midway !== true) this.move(commit, turn, callKey, 'wait');
      if (known !== undefined || question === null) return;
      const approval = this.approvalOf(turn, question, commit.at);
      const { approvalTimeoutMs: waitMs } = await this.settings.read(commit.tx);
      commit.approvals.push({ approval, stepKey: key, waitMs, grantKey: ask.grant?.key });
      commit.publish({ type: 'approval.requested', approval });
    });
    return granted;
  }

  /** Reads the store, because another process may have stored a yes a moment ago. */
  private async granted(
    { tx, run }: RunCommit,
    ask: ApprovalAsk,
    checks: FloorChecks | null,
  ): Promise<ApprovalAnswer | null> {
    const { grant, covers, command, sandboxTold } = ask;
    if (grant !== undefined && (await this.approvals.isGranted(tx, grant))) return approved;
    const isForRun = covers !== undefined;
    if (isForRun && isCovered(await this.approvals.givenForRun(tx, run.id), ask)) return approved;
    const isInside = sandboxTold !== undefined && (await this.approvals.isAllowedInside(tx, run));
    if (isInside) return insideApproved;
    if (command === undefined || checks === null) return null;
    return (await this.approvals.isAllowedCheck(tx, checks, command)) ? approved : null;
  }

  private approvalOf(
    turn: ActiveTurn,
    { kind, summary, detail, ...further }: Asked,
    at: number,
  ): Approval {
    return {
      id: this.ids.next('appr'),
      runId: turn.record.runId,
      turnId: turn.record.id,
      employeeId: turn.record.employeeId,
      kind,
      summary,
      detail,
      status: 'pending',
      requestedAt: at,
      decidedAt: null,
      reason: null,
      stageName: turn.request.stage.spec.name,
      purpose: turn.record.purpose,
      ...further,
    };
  }

  /** From here on the tool may act, so a crash counts as an interruption. */
  private resume(turn: ActiveTurn, callKey: string): Promise<void> {
    return this.journal.commit(turn.session, (commit) => {
      this.move(commit, turn, callKey, 'start');
      this.showAtWork(commit, turn, () => false);
    });
  }

  /** Changes the state of the call's step; its attempt stays the same. */
  private move(commit: RunCommit, turn: ActiveTurn, key: string, to: 'wait' | 'start'): void {
    const step = { kind: toolCallStep, key };
    const found = this.steps.find(turn.session, step);
    if ('open' in found) this.steps[to](commit, step, found.open);
  }

  /** Shows the employee at work again; the run stays blocked only while it has other questions. */
  private showAtWork(
    commit: RunCommit,
    { session, workspaceId, request }: StartedTurn,
    isAnswered: (key: string) => boolean,
  ): void {
    this.employees.change(commit.tx, workspaceId, request.role.id, {
      status: 'working',
      activity: null,
    });
    const othersWait = [...session.approvals].some(
      ([key, { status, kind }]) => status === 'pending' && kind !== 'spend' && !isAnswered(key),
    );
    if (othersWait || commit.run.status !== 'awaiting-approval') return;
    commit.changeRun((run) => ({ ...run, status: 'running' }));
    commit.announceRun();
  }
}

/**
 * Limits the questions of an answer's calls; harnesses that ask midway have a limit of their own.
 * @throws RefusedError, which ends the call, if the limit is reached
 */
function refuseFlood(asked: Iterable<string>, { callKey, ask }: Asking): void {
  const prefix = prefixBelow(answerOfCall(callKey));
  const count = [...asked].filter((key) => key.startsWith(prefix)).length;
  if (ask.midway === true || count < limits.questionsPerAnswer) return;
  throw new RefusedError(runTexts.tooManyQuestions(limits.questionsPerAnswer));
}

/** True if a person has approved the identical command for the rest of the run. */
function isCovered(approvals: Iterable<Approval>, ask: ApprovalAsk): boolean {
  if (ask.covers === undefined) return false;
  return [...approvals].some((given) => isCoveredBy(given, { ...ask, scopes: onceOrRun }));
}
