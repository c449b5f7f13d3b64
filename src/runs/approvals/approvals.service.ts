import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tx } from '../../platform/database/tx.js';
import { RefusedError, TooLateError } from '../../platform/errors/office-error.js';
import { OnOfficeEvent } from '../../platform/events/office-listener.js';
import type { ServerEventOf } from '../../protocol/events.js';
import type { ApprovalDecider } from '../../protocol/records/enums.js';
import type { Approval } from '../../protocol/records/work.js';
import { runTexts } from '../../protocol/texts/runs.js';
import type { ApprovalGrant } from '../../tools/tool.js';
import { ApprovalsRepository } from './approvals.repository.js';
import {
  type Decision,
  decideApproval,
  isGrantedBy,
  isSame,
  mayCoverRun,
} from './decide-approval.js';

/**
 * Questions to people. An approval is a row with a due time, decided exactly once by the first
 * change of its row. This class holds only the promises of those who wait.
 */
@Injectable()
export class ApprovalsService {
  private readonly waiting = new Map<string, Set<(decided: Approval | null) => void>>();

  constructor(
    private readonly transactions: Transactions,
    private readonly approvals: ApprovalsRepository,
    private readonly clock: Clock,
  ) {}

  @OnOfficeEvent('approval.decided')
  onDecided({ approval }: ServerEventOf<'approval.decided'>): void {
    this.resolve(approval.id, approval);
  }

  /**
   * Decides a pending approval and announces it. A yes for the rest of the run also answers
   * identical open questions of the run; one with a grant key also answers all questions with that
   * key, in any run.
   * @throws TooLateError if it is unknown, decided or timed out
   * @throws RefusedError if a yes for the run is not allowed here; nothing is decided
   */
  async decide(id: string, decision: Decision): Promise<Approval> {
    const decided = await this.transactions.run(async (tx) => {
      const grantKey = await this.approvals.grantOf(tx, id);
      if (grantKey !== null) await this.approvals.lockGrant(tx, grantKey);
      const isForRun = decision.approved && decision.scope === 'run';
      if (isForRun) await this.approvals.lockRunOf(tx, id);
      const pending = await this.approvals.findPending(tx, id);
      if (pending === null) return null;
      if (isForRun && !mayCoverRun(pending)) throw new RefusedError(runTexts.approvalOnceOnly(id));
      const settled = isForRun
        ? await this.settleSame(tx, pending, decision)
        : await this.settle(tx, pending, decision);
      if (settled === null) return null;
      if (decision.approved && grantKey !== null) await this.settleGrant(tx, grantKey, decision);
      tx.conclude(settled);
      return settled;
    });
    if (decided === null) throw new TooLateError(runTexts.approvalNotPending(id));
    return decided;
  }

  /**
   * True if a person has granted the same since then. Until the transaction ends, nobody can grant
   * or ask for it.
   */
  async isGranted(tx: Tx, { key, since }: ApprovalGrant): Promise<boolean> {
    await this.approvals.lockGrant(tx, key);
    return isGrantedBy(await this.approvals.approvedOfGrant(tx, key), since);
  }

  /** What was allowed for the rest of a run. Until the transaction ends, nothing is added. */
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
    return (await this.settle(tx, pending, { approved: false, reason: null, by })) !== null;
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
    await this.lookUp(known.id);
    return answer;
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

  /** Decides the question, then identical ones of its run. Null: it was decided meanwhile. */
  private async settleSame(tx: Tx, asked: Approval, decision: Decision): Promise<Approval | null> {
    const open = await this.approvals.pendingOfRun(tx, asked.runId);
    const settled = await this.settle(tx, asked, decision);
    if (settled === null) return null;
    for (const other of open) {
      if (other.id !== asked.id && isSame(other, asked)) await this.settle(tx, other, decision);
    }
    return settled;
  }

  private async settleGrant(tx: Tx, grantKey: string, decision: Decision): Promise<void> {
    for (const open of await this.approvals.pendingOfGrant(tx, grantKey)) {
      await this.settle(tx, open, decision);
    }
  }

  /** The approval after its decision; null: it was decided meanwhile. */
  private async settle(tx: Tx, pending: Approval, decision: Decision): Promise<Approval | null> {
    const decided = decideApproval(pending, decision, this.clock.now());
    if (!(await this.approvals.markDecided(tx, decided))) return null;
    tx.publish({ type: 'approval.decided', approval: decided });
    return decided;
  }

  private resolve(id: string, decided: Approval | null): void {
    const listeners = this.waiting.get(id) ?? new Set();
    this.waiting.delete(id);
    for (const listener of [...listeners]) listener(decided);
  }
}
