import { Injectable } from '@nestjs/common';
import { Outbox } from '#doors/outbox/outbox.js';
import { ageAt, Clock } from '#platform/clock.js';
import { Transactions } from '#platform/database/transactions.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import type { CheckFacts, CommentFacts, RequestFacts } from '../forge-facts.js';
import { isOwn } from '../meaning/own-words.js';
import { ForgeIssuesRepository, type StoredIssue } from '../rows/forge-issues.repository.js';
import { type ForgeNote, ForgeNotesRepository } from '../rows/forge-notes.repository.js';
import type { OpenForge } from './forge-access.js';
import { tellingJobs } from './forge-jobs.js';
import { endOf, IssueEnds } from './issue-ends.js';
import { Wakes } from './wakes.js';

/** Time after a push during which a forge may still name the former commit, ms. */
const settlesMs = 10_000;
/** Longest wait of comments for running checks, ms. */
const patienceMs = 30 * 60 * 1000;

/** Finds what is new at the request of an issue: its end, failed checks, comments. */
@Injectable()
export class RequestNews {
  constructor(
    private readonly issues: ForgeIssuesRepository,
    private readonly notes: ForgeNotesRepository,
    private readonly ends: IssueEnds,
    private readonly wakes: Wakes,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ForgeError */
  async look(open: OpenForge, issue: StoredIssue): Promise<void> {
    if (issue.request === null || ['ending', 'ended'].includes(issue.state)) return;
    const request = await open.client.request(issue.request);
    if (request?.state !== 'open') return this.ends.end(issue, endOf(request, 'gone'));
    // News during a run is not lost: the request is read again once the run's change is pushed.
    if (issue.state !== 'open') return;
    const { head } = request;
    // A delivery that was given up may have pushed.
    if (head !== issue.tip && head !== issue.pushing) return this.leaveToOthers(issue, request);
    await this.takeAsOwn(issue, request);
    const known = new Set(await this.notes.keys(issue));
    // Comments are read before checks, so that no comment is seen without the checks from before
    // it.
    await this.noteComments(open, issue, known);
    const checks = await open.client.checks(head);
    await this.noteChecks(open, issue, { head, checks }, known);
    if (checks.some(({ state }) => state === 'pending') && !(await this.isOverdue(issue))) return;
    if (await this.wakes.wake(open, issue, known)) return;
    // Another look has stored notes that may be newer than these checks.
    const now = await this.issues.find(issue.forgeId, issue.number);
    if (now !== null) await this.look(open, now);
  }

  /** Wakes the run with all waiting notes. */
  async wake(open: OpenForge, issue: StoredIssue): Promise<void> {
    await this.wakes.wake(open, issue);
  }

  private async noteChecks(
    { client }: OpenForge,
    issue: StoredIssue,
    { head: sha, checks }: { readonly head: string; readonly checks: readonly CheckFacts[] },
    known: Set<string>,
  ): Promise<void> {
    for (const check of checks) {
      const key = `check ${sha} ${check.name}`;
      if (check.state !== 'failed' || known.has(key)) continue;
      known.add(key);
      const log = await client.logOf(check);
      const { name } = check;
      const content = { kind: 'check', sha, name, log } as const;
      await this.add(issue, { key, content, at: this.clock.now() }, true);
    }
  }

  private async noteComments(
    { forge, client }: OpenForge,
    issue: StoredIssue,
    known: Set<string>,
  ): Promise<void> {
    const number = issue.request ?? 0;
    const allowed = new Map<string, boolean>();
    for (const comment of await client.comments({ at: 'request', number })) {
      if (known.has(comment.id) || isOwn(forge, comment)) continue;
      known.add(comment.id);
      const { author } = comment;
      const isHeard = allowed.get(author) ?? (await client.mayAsk(author));
      allowed.set(author, isHeard);
      await this.add(issue, noteOf(comment, this.clock.now()), isHeard);
    }
  }

  private async isOverdue(issue: StoredIssue): Promise<boolean> {
    const now = this.clock.now();
    return (await this.notes.waiting(issue)).some(({ at }) => ageAt(now, at) >= patienceMs);
  }

  /** Stores that the commit at the tip is the office's own. */
  private async takeAsOwn(
    { forgeId, number, tip, note }: StoredIssue,
    { head, branch }: RequestFacts,
  ): Promise<void> {
    const others = othersReason(branch);
    if (head === tip && note !== others) return;
    await this.transactions.run(async ({ manager }) => {
      const now = await this.issues.find(forgeId, number, manager);
      if (now?.state !== 'open' || ![now.tip, now.pushing].includes(head)) return;
      const owned = head === now.tip ? {} : { tip: head, pushing: null };
      const next = { ...now, ...owned, note: now.note === others ? null : now.note };
      await this.issues.update(manager, now, next);
    });
  }

  /** Leaves a branch to the people who pushed to it, and says so once. */
  private async leaveToOthers(issue: StoredIssue, { head, branch }: RequestFacts): Promise<void> {
    if (ageAt(this.clock.now(), issue.changedAt) < settlesMs) return;
    const reason = othersReason(branch);
    await this.transactions.run(async (tx) => {
      const next = { ...issue, note: reason, changedAt: this.clock.now() };
      if (issue.note === reason || !(await this.issues.update(tx.manager, issue, next))) return;
      for (const job of tellingJobs(issue, `others-${head}`, reason)) {
        await this.outbox.enqueue(tx, job);
      }
    });
  }

  private add(issue: StoredIssue, note: ForgeNote, wakes: boolean): Promise<void> {
    return this.transactions.run(({ manager }) => this.notes.add(manager, issue, note, wakes));
  }
}

function othersReason(branch: string): string {
  return forgeTexts.refusedWork(forgeTexts.othersPushed(branch));
}

function noteOf(comment: CommentFacts, at: number): ForgeNote {
  return { key: comment.id, content: { kind: 'comment', ...comment }, at };
}
