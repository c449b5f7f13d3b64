import { Injectable } from '@nestjs/common';
import { Outbox } from '#doors/outbox/outbox.js';
import { Clock } from '#platform/clock.js';
import { Transactions } from '#platform/database/transactions.js';
import type { Tx } from '#platform/database/tx.js';
import { ForgeIssuesRepository, type StoredIssue } from '../rows/forge-issues.repository.js';
import { endJob } from './forge-jobs.js';

/** Ends issues: their run stops, and its worktree goes. */
@Injectable()
export class IssueEnds {
  constructor(
    private readonly issues: ForgeIssuesRepository,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Has no effect on one that is ended. */
  async end(issue: StoredIssue): Promise<void> {
    if (isEnded(issue)) return;
    await this.transactions.run(async (tx) => {
      const now = await this.issues.find(issue.forgeId, issue.number, tx.manager);
      if (now === null || isEnded(now)) return;
      await this.endIn(tx, now);
    });
  }

  /** @param now as it stands in the transaction */
  async endIn(tx: Tx, now: StoredIssue): Promise<void> {
    const next = { ...now, state: 'ending', changedAt: this.clock.now() } as const;
    if (!(await this.issues.update(tx.manager, now, next))) return;
    await this.outbox.enqueue(tx, endJob(now, now.runId));
  }
}

function isEnded({ state }: StoredIssue): boolean {
  return state === 'ending' || state === 'ended';
}
