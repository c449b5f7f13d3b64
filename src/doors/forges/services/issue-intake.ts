import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Outbox } from '#doors/outbox/outbox.js';
import { Clock } from '#platform/clock.js';
import { Transactions } from '#platform/database/transactions.js';
import type { Tx } from '#platform/database/tx.js';
import { messageOf } from '#platform/errors/error-text.js';
import { RefusedError } from '#platform/errors/office-error.js';
import type { ForgeIssueState } from '#protocol/records/enums.js';
import type { Run } from '#protocol/records/work.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { SubmissionService } from '#runs/submit/submission.service.js';
import type { CommentFacts, IssueFacts } from '../forge-facts.js';
import {
  ForgeIssuesRepository,
  OvertakenError,
  type StoredIssue,
} from '../rows/forge-issues.repository.js';
import { ForgeNotesRepository } from '../rows/forge-notes.repository.js';
import type { StoredForge } from '../rows/forges.repository.js';
import { issueBrief } from '../words/briefs.js';
import { branchOf, runTitle } from '../words/request-words.js';
import type { OpenForge } from './forge-access.js';
import { ForgeBases } from './forge-bases.js';
import { replyJob } from './forge-jobs.js';

/** The first run for an issue, and what its brief holds of the talk there. */
interface Begun {
  readonly row: StoredIssue;
  readonly run: Run;
  readonly comments: readonly CommentFacts[];
}

/** States of issues that no run was begun for. */
const unbegun: readonly ForgeIssueState[] = ['waiting', 'refused'];

const dayMs = 24 * 60 * 60 * 1000;

/** Makes issues work: one row and one run for each, in one transaction. */
@Injectable()
export class IssueIntake {
  constructor(
    private readonly issues: ForgeIssuesRepository,
    private readonly notes: ForgeNotesRepository,
    private readonly bases: ForgeBases,
    private readonly submissions: SubmissionService,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Stores an issue that asks for work, and begins it unless the day's bound is reached. */
  async take(open: OpenForge, issue: IssueFacts, comments: readonly CommentFacts[]): Promise<void> {
    const { id: forgeId } = open.forge;
    const at = this.clock.now();
    await this.transactions.run(async (tx) => {
      await this.issues.insert(tx.manager, newIssue(forgeId, issue, at));
    });
    await this.begin(open, issue, comments);
  }

  /** Begins a waiting or refused issue, unless another process has begun it. */
  async begin(
    open: OpenForge,
    issue: IssueFacts,
    comments: readonly CommentFacts[],
  ): Promise<void> {
    const { forge } = open;
    const row = await this.issues.find(forge.id, issue.number);
    if (row === null || !unbegun.includes(row.state) || (await this.isFull(forge))) return;
    try {
      const worktreeBase = await this.bases.now(open);
      // A process with the files begins it.
      if (worktreeBase === null) return;
      await this.submissions.submit(
        {
          brief: issueBrief(issue, forge.repository, comments),
          title: runTitle(issue),
          workspaceId: forge.workspaceId,
          ...{ isolation: 'worktree', worktreeBase },
          budgetUsd: forge.issueUsd,
          // No words of the brief count as a person's of the office, so they name no host.
          commented: [],
          foreign: [{ kind: 'page', name: issue.url, at: this.clock.now() }],
          submittedBy: forge.kind,
          ...(forge.pipelineId !== null && { pipelineId: forge.pipelineId }),
        },
        (tx, run) => this.begun(tx, forge, { row, run, comments }),
      );
    } catch (thrown) {
      if (thrown instanceof OvertakenError) return;
      if (!(thrown instanceof RefusedError)) throw thrown;
      await this.refuse(row, messageOf(thrown));
    }
  }

  private async begun(tx: Tx, forge: StoredForge, { row, run, comments }: Begun): Promise<void> {
    const { manager } = tx;
    const at = this.clock.now();
    if (await this.isFull(forge, manager))
      throw new OvertakenError(forgeTexts.perDay(forge.perDay));
    const next: StoredIssue = {
      ...row,
      ...{ state: 'working', runId: run.id, takenAt: at, changedAt: at, note: null },
    };
    if (!(await this.issues.update(manager, row, next))) throw new OvertakenError();
    // These comments are part of the brief, so they wake nothing.
    for (const comment of comments) {
      const note = { key: comment.id, content: { kind: 'comment', ...comment }, at } as const;
      await this.notes.add(manager, row, note, false);
    }
    const thread = { at: 'issue', number: row.number } as const;
    const body = forgeTexts.begun(run.id);
    await this.outbox.enqueue(tx, replyJob(row, thread, 'begun', body));
  }

  private async isFull(
    { id, perDay }: Pick<StoredForge, 'id' | 'perDay'>,
    manager?: EntityManager,
  ): Promise<boolean> {
    const at = this.clock.now();
    return (await this.issues.begunSince(id, at - dayMs, manager)) >= perDay;
  }

  /** Says once why no run begins. The issue is tried again while somebody asks for it. */
  private async refuse(row: StoredIssue, reason: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const next = { ...row, state: 'refused', note: reason, changedAt: this.clock.now() } as const;
      if (!(await this.issues.update(tx.manager, row, next))) return;
      const thread = { at: 'issue', number: row.number } as const;
      const body = forgeTexts.refusedWork(reason);
      await this.outbox.enqueue(tx, replyJob(row, thread, 'refused', body));
    });
  }
}

function newIssue(forgeId: string, issue: IssueFacts, at: number): StoredIssue {
  const { number, title, url } = issue;
  return {
    ...{ forgeId, number, title, url, state: 'waiting', runId: null, branch: branchOf(issue) },
    ...{ tip: null, pushing: null, request: null, requestUrl: null, wakes: 0, spentUsd: 0 },
    ...{ takenAt: at, changedAt: at, note: null, message: null },
  };
}
