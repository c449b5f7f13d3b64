import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Transactions } from '#platform/database/transactions.js';
import type { CommentFacts, IssueFacts, Look } from '../forge-facts.js';
import { asksIn, mentions } from '../meaning/asks.js';
import { isOwn } from '../meaning/own-words.js';
import { ForgeIssuesRepository, type StoredIssue } from '../rows/forge-issues.repository.js';
import { ForgeNotesRepository } from '../rows/forge-notes.repository.js';
import type { OpenForge } from './forge-access.js';
import type { IssueEnding } from './forge-jobs.js';
import { endOf, IssueEnds } from './issue-ends.js';
import { IssueIntake } from './issue-intake.js';
import { RequestNews } from './request-news.js';

/**
 * Reads the present state of issues and requests on their forge, and does what follows. Independent
 * of the reason, number and order of looks.
 */
@Injectable()
export class ForgeLooks {
  constructor(
    private readonly issues: ForgeIssuesRepository,
    private readonly notes: ForgeNotesRepository,
    private readonly intake: IssueIntake,
    private readonly ends: IssueEnds,
    private readonly news: RequestNews,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ForgeError */
  async look(open: OpenForge, look: Look): Promise<void> {
    const { id } = open.forge;
    if (look.at === 'issue') return this.lookAtIssue(open, look.number);
    const issue =
      look.at === 'request'
        ? await this.issues.ofRequest(id, look.number)
        : await this.issues.ofTip(id, look.sha);
    if (issue !== null) await this.news.look(open, issue);
  }

  private async lookAtIssue(open: OpenForge, number: number): Promise<void> {
    const { forge, client } = open;
    const known = await this.issues.find(forge.id, number);
    if (known !== null && ['ending', 'ended'].includes(known.state)) return;
    const issue = await client.issue(number);
    if (issue?.isOpen !== true) {
      if (known !== null) await this.end(open, known, issue === null ? 'gone' : 'issue');
      return;
    }
    const comments = forge.mention === null ? [] : await client.comments({ at: 'issue', number });
    const others = comments.filter((comment) => !isOwn(forge, comment));
    if (known === null || ['waiting', 'refused'].includes(known.state)) {
      // An issue that waits for its turn may have been withdrawn.
      if (!(await this.isAsked(open, issue, others))) return this.leave(known);
      return known === null
        ? this.intake.take(open, issue, others)
        : this.intake.begin(open, issue, others);
    }
    await this.handleComments(open, known, others);
  }

  /** Delays the next look at a refused issue that nobody asks for any more. */
  private async leave(known: StoredIssue | null): Promise<void> {
    if (known?.state !== 'refused') return;
    const next = { ...known, changedAt: this.clock.now() };
    await this.transactions.run(({ manager }) => this.issues.update(manager, known, next));
  }

  /** Whether somebody with the right to do so asks the office for work on an issue. */
  private async isAsked(
    { forge, client }: OpenForge,
    issue: IssueFacts,
    comments: readonly CommentFacts[],
  ): Promise<boolean> {
    for (const asked of asksIn(issue, comments, forge, forge.login)) {
      const isMeant =
        asked.by === 'label'
          ? await client.labelCounts(issue.number, forge.label ?? '')
          : await client.mayAsk(asked.author);
      if (isMeant) return true;
    }
    return false;
  }

  /** Ends an issue by its request, because merging a request may close the issue, too. */
  private async end(
    { client }: OpenForge,
    known: StoredIssue,
    otherwise: IssueEnding,
  ): Promise<void> {
    const request = known.request === null ? null : await client.request(known.request);
    await this.ends.end(known, endOf(request, otherwise));
  }

  /**
   * Stores the comments on an issue at work that address the office; those of authors with rights
   * wake its run.
   */
  private async handleComments(
    open: OpenForge,
    issue: StoredIssue,
    comments: readonly CommentFacts[],
  ): Promise<void> {
    const { forge, client } = open;
    const seen = await this.notes.keys(issue);
    for (const comment of comments) {
      const { id: key, body, author } = comment;
      if (seen.has(key) || forge.mention === null || !mentions(body, forge.mention)) continue;
      const counts = await client.mayAsk(author);
      const note = { key, content: { kind: 'comment', ...comment }, at: this.clock.now() } as const;
      await this.transactions.run(({ manager }) => this.notes.add(manager, issue, note, counts));
    }
    // With a request, its checks are read first.
    await (issue.request === null ? this.news.wake(open, issue) : this.news.look(open, issue));
  }
}
