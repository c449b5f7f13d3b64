import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { StoreRetry } from '../../platform/database/store-retry.js';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tx } from '../../platform/database/tx.js';
import { RefusedError, TooLateError } from '../../platform/errors/office-error.js';
import { OnOfficeEvent } from '../../platform/events/office-listener.js';
import type { ServerEventOf } from '../../protocol/events.js';
import type { ApprovalDecider } from '../../protocol/records/enums.js';
import type { FloorChecks } from '../../protocol/records/approval-parts.js';
import type { Approval, Run } from '../../protocol/records/work.js';
import { runTexts } from '../../protocol/texts/runs.js';
import type { ApprovalGrant } from '../../tools/tool.js';
import { AllowedChecks, isAllowedCheck } from './allowed-checks.js';
import { AllowedSandboxes } from './allowed-sandboxes.js';
import { ApprovalsRepository } from './approvals.repository.js';
import {
  type Decision,
  allowedBy,
  answerToCovered,
  decideApproval,
  isCheckOf,
  isGrantedBy,
  isInSandboxOf,
  isSame,
  refusalOf,
} from './decide-approval.js';

/**
 * Questions to people. An approval is a row with a due time, decided exactly once by the first
 * change of its row. This class holds only the promises of the waiting calls.
 */
@Injectable()
export class ApprovalsService {
  private readonly waiting = new Map<string, Set<(decided: Approval | null) => void>>();

  constructor(
    private readonly transactions: Transactions,
    private readonly approvals: ApprovalsRepository,
    private readonly checks: AllowedChecks,
    private readonly sandboxes: AllowedSandboxes,
    private readonly retry: StoreRetry,
    private readonly clock: Clock,
  ) {}

  @OnOfficeEvent('approval.decided')
  onDecided({ approval }: ServerEventOf<'approval.decided'>): void {
    this.resolve(approval.id, approval);
  }

  /**
   * Answers a pending approval, or items of it. The last answer decides it and announces the
   * decision; an earlier one announces the approval again, with the items answered so far. A yes
   * for the rest of the run also answers identical open questions of the run; a yes to the floor's
   * checks answers the open questions about these checks; a yes with a grant key answers all
   * questions with that key, in any run.
   * @throws TooLateError if it is unknown, decided or timed out
   * @throws RefusedError if it names no open item, or the scope is not allowed here
   */
  async decide(id: string, decision: Decision): Promise<Approval> {
    const answered = await this.transactions.run(async (tx) => {
      const grantKey = await this.approvals.grantOf(tx, id);
      if (grantKey !== null) await this.approvals.lockGrant(tx, grantKey);
      const open = await this.lockReached(tx, id, decision);
      const pending = open.find((one) => one.id === id);
      if (pending === undefined) return null;
      const refusal = refusalOf(pending, decision);
      if (refusal !== null) throw new RefusedError(refusal);
      const settled = await this.settle(tx, pending, decision);
      if (settled === null) return null;
      const widened = await this.widen(tx, pending, settled, open, decision);
      if (decision.approved === true && grantKey !== null) {
        await this.settleGrant(tx, grantKey, decision);
      }
      tx.conclude(widened);
      return widened;
    });
    if (answered === null) throw new TooLateError(runTexts.approvalNotPending(id));
    return answered;
  }

  /**
   * True if a person has granted the key since then. Until the transaction ends, nobody can grant
   * or ask for it.
   */
  async isGranted(tx: Tx, { key, since }: ApprovalGrant): Promise<boolean> {
    await this.approvals.lockGrant(tx, key);
    return isGrantedBy(await this.approvals.approvedOfGrant(tx, key), since);
  }

  /**
   * True if the command line is an allowed check whose definition has not changed. The answer
   * cannot change until the transaction ends.
   */
  async isAllowedCheck(tx: Tx, checks: FloorChecks, line: string): Promise<boolean> {
    return isAllowedCheck(line, checks, await this.checks.ofFloor(tx, checks.workspaceId));
  }

  /**
   * True if people have allowed everything inside the sandbox. The answer cannot change until the
   * transaction ends.
   */
  isAllowedInside(tx: Tx, run: Pick<Run, 'id' | 'workspaceId'>): Promise<boolean> {
    return this.sandboxes.stillReach(tx, run);
  }

  /** The approvals given for the rest of a run. Until the transaction ends, none is added. */
  async givenForRun(tx: Tx, runId: string): Promise<readonly Approval[]> {
    await this.approvals.lockRun(tx, runId);
    return this.approvals.approvedOfRun(tx, runId);
  }

  /** Refuses all pending approvals of a run, in the transaction that cancels it. */
  async refuseOfRun(tx: Tx, runId: string): Promise<void> {
    for (const pending of await this.approvals.pendingOfRun(tx, runId)) {
      await this.refuse(tx, pending, 'cancel');
    }
  }

  /** Refuses an approval whose tool call or turn has ended. False: it was decided meanwhile. */
  async refuse(tx: Tx, pending: Approval, by: ApprovalDecider = 'end'): Promise<boolean> {
    const current = await this.approvals.findPending(tx, pending.id);
    if (current === null) return false;
    return (await this.settle(tx, current, { approved: false, reason: null, by })) !== null;
  }

  /** An approval as it stands; null: it is unknown. */
  find(id: string): Promise<Approval | null> {
    return this.approvals.find(id);
  }

  /** Refuses an overdue approval. False: it was decided meanwhile. */
  expire(pending: Approval): Promise<boolean> {
    return this.transactions.run((tx) => this.refuse(tx, pending, 'timeout'));
  }

  /**
   * Waits for the decision, which may already exist, also from an earlier process. Null: the signal
   * was aborted first.
   */
  async waitFor(known: Approval, signal: AbortSignal): Promise<Approval | null> {
    if (known.status !== 'pending') return known;
    if (signal.aborted) return null;
    const answer = this.listenFor(known, signal);
    const isRead = this.retry.persist(() => this.lookUp(known.id), signal);
    // It may be decided while the store cannot be read.
    return Promise.race([answer, isRead.then(() => answer)]);
  }

  /**
   * Reads the row in case it was decided already. The caller is listening by now, so no decision is
   * missed.
   */
  private async lookUp(id: string): Promise<void> {
    const stored = await this.approvals.find(id);
    if (stored?.status !== 'pending') this.resolve(id, stored);
  }

  private listenFor(known: Approval, signal: AbortSignal): Promise<Approval | null> {
    return new Promise((resolve) => {
      const listeners = this.waiting.get(known.id) ?? new Set();
      this.waiting.set(known.id, listeners);
      const finish = (decided: Approval | null) => {
        signal.removeEventListener('abort', abort);
        listeners.delete(finish);
        resolve(decided);
      };
      const abort = () => finish(null);
      listeners.add(finish);
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  /** Locks, in a fixed order, the open approvals that an answer may reach. */
  private async lockReached(tx: Tx, id: string, { scope }: Decision): Promise<readonly Approval[]> {
    const isWide = scope !== undefined && scope !== 'once';
    const asked = isWide ? await this.approvals.read(tx, id) : null;
    if (asked !== null && (scope === 'run' || scope === 'sandbox-run')) {
      await this.approvals.lockRun(tx, asked.runId);
      return this.approvals.pendingOfRun(tx, asked.runId);
    }
    const reach = scope === 'sandbox-floor' ? asked?.sandbox : asked?.checks;
    if (reach !== undefined) {
      await this.approvals.lockFloor(tx, reach.workspaceId);
      return this.approvals.pendingUngranted(tx);
    }
    const pending = await this.approvals.findPending(tx, id);
    return pending === null ? [] : [pending];
  }

  /** Applies a wider scope to other open questions; returns the approval after that. */
  private async widen(
    tx: Tx,
    asked: Approval,
    settled: Approval,
    open: readonly Approval[],
    decision: Decision,
  ): Promise<Approval> {
    const { scope = 'once' } = decision;
    const given = allowedBy(asked, decision);
    if (scope === 'once' || given.length === 0) return settled;
    const by = settled.decidedByName ?? decision.name?.trim() ?? '';
    if (scope === 'checks') await this.checks.allow(tx, asked, by, this.clock.now());
    if (scope === 'sandbox-run' || scope === 'sandbox-floor') {
      await this.sandboxes.allow(tx, { ...asked, scope }, by, this.clock.now());
    }
    let result = settled;
    for (const other of open) {
      const before = other.id === asked.id ? settled : other;
      if (before.status !== 'pending') continue;
      const answer = answerToCovered(
        before,
        (question) => {
          if (scope === 'run') return given.some((one) => isSame(one, question));
          return scope === 'checks'
            ? isCheckOf(asked, before, question)
            : isInSandboxOf(asked, scope, before, question);
        },
        decision,
      );
      const after = answer === null ? null : await this.settle(tx, before, answer);
      if (after?.id === asked.id) result = after;
    }
    return result;
  }

  private async settleGrant(tx: Tx, grantKey: string, decision: Decision): Promise<void> {
    for (const open of await this.approvals.pendingOfGrant(tx, grantKey)) {
      await this.settle(tx, open, decision);
    }
  }

  /** The approval after an answer; null: it was decided meanwhile. The caller has locked it. */
  private async settle(tx: Tx, pending: Approval, decision: Decision): Promise<Approval | null> {
    const answered = decideApproval(pending, decision, this.clock.now());
    if (!(await this.approvals.storeAnswer(tx, answered))) return null;
    const isOpen = answered.status === 'pending';
    const type = isOpen ? 'approval.requested' : 'approval.decided';
    tx.publish({ type, approval: answered });
    return answered;
  }

  private resolve(id: string, decided: Approval | null): void {
    const listeners = this.waiting.get(id) ?? new Set();
    this.waiting.delete(id);
    for (const listener of [...listeners]) listener(decided);
  }
}
