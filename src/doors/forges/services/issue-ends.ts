import { Injectable } from '@nestjs/common';
import { Outbox } from '#doors/outbox/outbox.js';
import { Clock } from '#platform/clock.js';
import { Transactions } from '#platform/database/transactions.js';
import type { Tx } from '#platform/database/tx.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import type { RequestFacts } from '../forge-facts.js';
import {
  ForgeIssuesRepository,
  isIssue,
  type StoredIssue,
} from '../rows/forge-issues.repository.js';
import { endJob, type IssueEnd, type IssueEnding, tellingJobs } from './forge-jobs.js';

/** Ends issues: stops their runs, and removes the worktrees. */
@Injectable()
export class IssueEnds {
  constructor(
    private readonly issues: ForgeIssuesRepository,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Ends an issue, unless it has ended. */
  async end(issue: StoredIssue, end: IssueEnd): Promise<void> {
    if (isEnded(issue)) return;
    await this.transactions.run(async (tx) => {
      const now = await this.issues.find(issue.forgeId, issue.number, tx.manager);
      if (now === null || isEnded(now)) return;
      await this.endIn(tx, now, end);
    });
  }

  /** @param now the issue as read in the transaction */
  async endIn(tx: Tx, now: StoredIssue, { how, head }: IssueEnd): Promise<void> {
    const { runId } = now;
    const isWorkLost = runId !== null && isLost(now, head);
    const lost = isWorkLost ? forgeTexts.overMeanwhile(runId, isIssue(now)) : null;
    const changedAt = this.clock.now();
    const next = { ...now, state: 'ending', changedAt, note: lost ?? now.note } as const;
    if (!(await this.issues.update(tx.manager, now, next))) return;
    await this.outbox.enqueue(tx, endJob(now, runId, how));
    if (lost === null) return;
    for (const job of tellingJobs(now, `over-${runId}`, lost)) await this.outbox.enqueue(tx, job);
  }
}

/** @param otherwise the end if the request is open, missing or gone */
export function endOf(request: RequestFacts | null, otherwise: IssueEnding): IssueEnd {
  if (request === null || request.state === 'open') return { how: otherwise, head: null };
  return { how: request.state, head: request.head };
}

/**
 * Whether work is lost: the run was at work, or its change was not on the branch with which the
 * request ended.
 */
function isLost({ state, pushing }: StoredIssue, head: string | null): boolean {
  return state === 'working' || (state === 'delivering' && (pushing === null || pushing !== head));
}

function isEnded({ state }: StoredIssue): boolean {
  return state === 'ending' || state === 'ended';
}
