import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Transactions } from '#platform/database/transactions.js';
import type { CommentFacts, IssueFacts, Look } from '../forge-facts.js';
import { asksIn, mentions } from '../meaning/asks.js';
import { ForgeIssuesRepository, type StoredIssue } from '../rows/forge-issues.repository.js';
import { ForgeNotesRepository } from '../rows/forge-notes.repository.js';
import type { OpenForge } from './forge-access.js';
import type { IssueEnding } from './forge-jobs.js';
import { endOf, IssueEnds } from './issue-ends.js';
import { IssueIntake } from './issue-intake.js';
import { RequestNews } from './request-news.js';

/**
 * Looks at issues and requests as they are on their forge, and does what follows. It does not matter
 * why and how often something is looked at, nor in which order.
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
    if (known !== null && ['refused', 'ending', 'ended'].includes(known.state)) return;
    const issue = await client.issue(number);
    if (issue?.isOpen !== true) {
      if (known !== null) await this.end(open, known, issue === null ? 'gone' : 'issue');
      return;
    }
    const comments = forge.mention === null ? [] : await client.comments({ at: 'issue', number });
    const others = comments.filter(({ author }) => author !== forge.login);
    if (known === null || known.state === 'waiting') {
      // An issue that waits for its turn may be withdrawn.
      if (!(await this.isAsked(open, issue, others))) return;
      return known === null
        ? this.intake.take(open, issue, others)
        : this.intake.begin(open, issue, others);
    }
    await this.handleComments(open, known, others);
  }

  /** Whether somebody who may do so asks the office for work on an issue. */
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

  /** A request that was merged may have closed its issue, with the change that was on its branch. */
  private async end(
    { client }: OpenForge,
    known: StoredIssue,
    otherwise: IssueEnding,
  ): Promise<void> {
    const request = known.request === null ? null : await client.request(known.request);
    await this.ends.end(known, endOf(request, otherwise));
  }

  /** Comments on an issue at work wake it where they address the office. */
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
    // Where there is a request, its checks are waited for.
    await (issue.request === null ? this.news.wake(open, issue) : this.news.look(open, issue));
  }
}
