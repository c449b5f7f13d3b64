import { Injectable } from '@nestjs/common';
import { Outbox } from '#doors/outbox/outbox.js';
import { Clock } from '#platform/clock.js';
import { Transactions } from '#platform/database/transactions.js';
import type { Tx } from '#platform/database/tx.js';
import { messageOf } from '#platform/errors/error-text.js';
import { RefusedError } from '#platform/errors/office-error.js';
import type { Run } from '#protocol/records/work.js';
import { reachesUsd } from '#protocol/rules/usd.js';
import { exact } from '#protocol/texts/format.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { SubmissionService } from '#runs/submit/submission.service.js';
import {
  ForgeIssuesRepository,
  isIssue,
  OvertakenError,
  type StoredIssue,
} from '../rows/forge-issues.repository.js';
import { type ForgeNote, ForgeNotesRepository } from '../rows/forge-notes.repository.js';
import { continuationBrief, type Reasons } from '../words/briefs.js';
import { runTitle } from '../words/request-words.js';
import type { OpenForge } from './forge-access.js';
import { WakePlaces } from './wake-places.js';
import { isRefusedLately } from './refusals.js';
import { tellingJobs, threadOf } from './forge-jobs.js';

/** An amount below this pays for no call. */
const leastUsd = 0.01;

/** Wakes the run of an issue, as often and for as much as its forge allows. */
@Injectable()
export class Wakes {
  constructor(
    private readonly issues: ForgeIssuesRepository,
    private readonly notes: ForgeNotesRepository,
    private readonly places: WakePlaces,
    private readonly submissions: SubmissionService,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Continues the run of a resting issue with all waiting notes, if there are any. False: notes
   * wait that the caller does not know, so it must look again.
   * @param known keys of notes; null: any
   */
  async wake(
    open: OpenForge,
    { forgeId, number }: StoredIssue,
    known: ReadonlySet<string> | null = null,
  ): Promise<boolean> {
    const issue = await this.issues.find(forgeId, number);
    if (issue === null || !['open', 'resting'].includes(issue.state)) return true;
    const waiting = await this.notes.waiting(issue);
    if (waiting.length === 0 || issue.runId === null) return true;
    if (known !== null && !waiting.every(({ key }) => known.has(key))) return false;
    await this.goOn(open, issue, waiting);
    return true;
  }

  private async goOn(
    open: OpenForge,
    issue: StoredIssue,
    waiting: readonly ForgeNote[],
  ): Promise<void> {
    const { forge } = open;
    const leftUsd = forge.issueUsd - issue.spentUsd;
    if (issue.wakes >= forge.wakes)
      return this.leave(issue, 'wakes', forgeTexts.noMore(forge.wakes));
    if (!reachesUsd(leftUsd, leastUsd)) {
      return this.leave(issue, 'money', forgeTexts.noMoney(exact(forge.issueUsd), isIssue(issue)));
    }
    const times = waiting.map(({ at }) => at);
    if (isRefusedLately(issue, times, this.clock.now())) return;
    try {
      await this.continueRun(open, issue, waiting, leftUsd);
    } catch (thrown) {
      if (thrown instanceof OvertakenError) return;
      if (!(thrown instanceof RefusedError)) throw thrown;
      const reason = forgeTexts.refusedWork(messageOf(thrown));
      // What waits is told to the run that goes on later.
      await this.transactions.run((tx) => this.say(tx, issue, `refused-${issue.runId}`, reason));
    }
  }

  private async continueRun(
    open: OpenForge,
    issue: StoredIssue,
    waiting: readonly ForgeNote[],
    budgetUsd: number,
  ): Promise<void> {
    const place = await this.places.of(open, issue);
    const thread = threadOf(issue);
    // A process with the files continues.
    if (place === null || thread === null) return;
    const { kind } = open.forge;
    const reasons = reasonsIn(waiting);
    const { runId } = issue;
    const at = this.clock.now();
    await this.submissions.submit(
      {
        brief: continuationBrief(kind, thread, reasons),
        title: runTitle(issue, true),
        continues: runId ?? '',
        budgetUsd,
        commented: [],
        foreign: [{ kind: 'page', name: issue.requestUrl ?? issue.url, at }],
        submittedBy: kind,
        ...place,
      },
      (tx, run) => this.woken(tx, issue, run, waiting.length),
    );
  }

  private async woken(tx: Tx, issue: StoredIssue, run: Run, told: number): Promise<void> {
    const { manager } = tx;
    const waiting = await this.notes.waiting(issue, manager);
    // Newer notes would be given to a run whose brief lacks them.
    if (waiting.length !== told) throw new OvertakenError();
    const next: StoredIssue = {
      ...issue,
      state: 'working',
      runId: run.id,
      wakes: issue.wakes + 1,
      changedAt: this.clock.now(),
      note: null,
    };
    if (!(await this.issues.update(manager, issue, next))) throw new OvertakenError();
    await this.notes.give(manager, issue, run.id);
    const { checks, comments } = reasonsIn(waiting);
    const body = forgeTexts.continued(run.id, checks.length, comments.length);
    for (const job of tellingJobs(issue, `woken-${run.id}`, body)) {
      await this.outbox.enqueue(tx, job);
    }
  }

  /** Stores and says once why the work does not continue; no run gets the notes. */
  private async leave(issue: StoredIssue, mark: string, reason: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      if (await this.say(tx, issue, mark, reason)) await this.notes.give(tx.manager, issue, null);
    });
  }

  /** False: the issue is not at rest any more. */
  private async say(tx: Tx, issue: StoredIssue, mark: string, reason: string): Promise<boolean> {
    const next = { ...issue, note: reason, changedAt: this.clock.now() };
    if (!(await this.issues.update(tx.manager, issue, next))) return false;
    for (const job of tellingJobs(issue, mark, reason)) await this.outbox.enqueue(tx, job);
    return true;
  }
}

function reasonsIn(notes: readonly ForgeNote[]): Reasons {
  const contents = notes.map(({ content }) => content);
  return {
    checks: contents.filter((content) => content.kind === 'check'),
    comments: contents.filter((content) => content.kind === 'comment'),
  };
}
