import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EventFollower, EventTail } from '#doors/outbox/event-tail.js';
import { Outbox } from '#doors/outbox/outbox.js';
import { Clock } from '#platform/clock.js';
import type { Tx } from '#platform/database/tx.js';
import type { CommittedEvent } from '#platform/events/drafts.js';
import type { ForgeIssueState } from '#protocol/records/enums.js';
import { isFinal } from '#protocol/rules/run-status.js';
import type { Run } from '#protocol/records/work.js';
import {
  ForgeIssuesRepository,
  isIssue,
  type StoredIssue,
} from '../rows/forge-issues.repository.js';
import { deliverJob } from './forge-jobs.js';

/** States in which the run of an issue has ended. */
const takenOver: readonly ForgeIssueState[] = ['delivering', 'open', 'resting'];

/**
 * Follows the events of all runs: when a run for an issue ends, its change is delivered to the
 * forge.
 */
@Injectable()
export class RunFollower implements EventFollower, OnModuleInit {
  readonly name = 'forges';
  readonly types = ['run.created', 'run.updated'] as const;

  constructor(
    private readonly tail: EventTail,
    private readonly issues: ForgeIssuesRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.tail.follow(this);
  }

  concerns(event: CommittedEvent): boolean {
    if (event.type === 'run.created') return beforeOf(event.run).length > 0;
    return event.type === 'run.updated' && isFinal(event.run.status);
  }

  async take(tx: Tx, event: CommittedEvent): Promise<void> {
    if (event.type === 'run.created') return this.takeOver(tx, event.run);
    if (event.type !== 'run.updated') return;
    const { run } = event;
    const issue = await this.issues.ofRun(run.id, tx.manager);
    if (issue?.state !== 'working') return;
    const next: StoredIssue = {
      ...issue,
      state: 'delivering',
      changedAt: this.clock.now(),
      spentUsd: issue.spentUsd + run.budget.spentUsd,
    };
    if (!(await this.issues.update(tx.manager, issue, next))) return;
    await this.outbox.enqueue(tx, deliverJob(issue, run.id));
  }

  /**
   * Attaches the issue of an ended run to the run with which a person continues or repeats it. A
   * change that is not delivered yet is delivered with that of the new run.
   */
  private async takeOver(tx: Tx, run: Run): Promise<void> {
    for (const before of beforeOf(run)) {
      let issue = await this.issues.ofRun(before, tx.manager);
      // Its delivery may end at the same moment.
      while (issue !== null && isTakenOver(issue)) {
        const changedAt = this.clock.now();
        const next: StoredIssue = {
          ...issue,
          ...{ state: 'working', runId: run.id, changedAt, note: null },
        };
        if (await this.issues.update(tx.manager, issue, next)) return;
        issue = await this.issues.ofRun(before, tx.manager);
      }
    }
  }
}

/** What could not be given to a forge is given only where somebody asks for it again. */
function isTakenOver(issue: StoredIssue): boolean {
  return takenOver.includes(issue.state) && (isIssue(issue) || issue.state !== 'resting');
}

/** The runs that it may go on from: the latest one in its worktree, and the one that a person chose. */
function beforeOf({ worktreeAfter, continues, retryOf }: Run): readonly string[] {
  const before = [worktreeAfter, continues ?? retryOf].filter((id) => id !== undefined);
  return [...new Set(before)];
}
