import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Outbox } from '#doors/outbox/outbox.js';
import {
  OutboxFailure,
  type OutboxHandler,
  type OutboxJob,
  type OutboxOutcome,
} from '#doors/outbox/outbox-job.js';
import { Clock } from '#platform/clock.js';
import type { Tx } from '#platform/database/tx.js';
import { RefusedError } from '#platform/errors/office-error.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { ForeignTipError, pushMs } from '#runs/changes/push-branch.js';
import { RunsService } from '#runs/history/runs.service.js';
import {
  ForgeIssuesRepository,
  isIssue,
  OvertakenError,
  type StoredIssue,
} from '../rows/forge-issues.repository.js';
import { ForgeAccess } from '../services/forge-access.js';
import {
  asOutboxFailure,
  forgeJobs,
  forgeWaits,
  issueEnd,
  lookJob,
  replyJob,
  runPayload,
  tellingJobs,
  threadOf,
} from '../services/forge-jobs.js';
import { IssueEnds } from '../services/issue-ends.js';
import { Pushes } from '../services/pushes.js';
import { runReport } from '../words/request-words.js';

/** The stored result of a delivery. */
const delivered = z.object({
  /** The commit at the tip; null: nothing was changed, or the run failed. */
  tip: z.string().nullable(),
  request: z.number().nullable(),
  url: z.string().nullable(),
  report: z.string(),
  /** Null: nobody has merged or closed the request. */
  over: issueEnd.nullable(),
});

type Delivered = z.output<typeof delivered>;

/** Longest push with its request, ms. */
const timeoutMs = pushMs + 2 * 60_000;

/**
 * Pushes the change of a run and opens its request, once; finds the results of an earlier attempt
 * by the branch.
 */
@Injectable()
export class DeliverJob implements OutboxHandler, OnModuleInit {
  readonly kind = forgeJobs.deliver;
  readonly waits = forgeWaits;
  readonly timeoutMs = timeoutMs;

  constructor(
    private readonly outbox: Outbox,
    private readonly access: ForgeAccess,
    private readonly issues: ForgeIssuesRepository,
    private readonly runs: RunsService,
    private readonly pushes: Pushes,
    private readonly ends: IssueEnds,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.outbox.register(this);
  }

  isPossibleHere({ payload }: OutboxJob): Promise<boolean> {
    return this.pushes.isPossibleHere(runPayload.parse(payload).runId ?? '');
  }

  async perform({ payload }: OutboxJob): Promise<Delivered> {
    const { forgeId, number, runId, isAsked } = runPayload.parse(payload);
    const run = await this.runs.require(runId ?? '');
    const issue = await this.issues.find(forgeId, number);
    const nothing = {
      tip: null,
      request: null,
      url: null,
      report: runReport(run),
      over: null,
    };
    const isDue = issue?.state === 'delivering' && issue.runId === runId;
    if (issue === null || !isDue) return nothing;
    const open = await this.access.open(forgeId);
    if (open === null) return nothing;
    try {
      const pushed =
        run.status === 'done' || isAsked
          ? await this.pushes.push(open, issue, run)
          : await this.pushes.earlier(open, issue);
      if (pushed !== null && 'ended' in pushed) return { ...nothing, over: pushed.ended };
      return pushed === null ? nothing : { ...nothing, ...pushed };
    } catch (thrown) {
      if (thrown instanceof ForeignTipError) {
        throw new OutboxFailure(forgeTexts.othersPushed(thrown.branch), null);
      }
      if (thrown instanceof OvertakenError) return nothing;
      if (thrown instanceof RefusedError) throw new OutboxFailure(thrown.message, null);
      throw asOutboxFailure(thrown);
    }
  }

  async settled(tx: Tx, { payload }: OutboxJob, outcome: OutboxOutcome): Promise<void> {
    const { forgeId, number, runId } = runPayload.parse(payload);
    const issue = await this.issues.find(forgeId, number, tx.manager);
    if (runId === null || issue === null) return;
    if (issue.runId !== runId) return this.leaveToLater(tx, issue, outcome);
    if (issue.state !== 'delivering') return;
    const at = this.clock.now();
    if (outcome.state === 'given-up') {
      const note = forgeTexts.notDelivered(runId, outcome.error);
      const state = issue.request === null ? 'resting' : 'open';
      await this.issues.update(tx.manager, issue, { ...issue, state, note, changedAt: at });
      return this.say(tx, issue, runId, note);
    }
    const result = delivered.parse(outcome.result);
    if (result.over !== null) return this.ends.endIn(tx, issue, result.over);
    const request = result.request ?? issue.request;
    const next: StoredIssue = {
      ...issue,
      state: request === null ? 'resting' : 'open',
      tip: result.tip ?? issue.tip,
      // What an earlier run has pushed stays known.
      pushing: result.tip === null ? issue.pushing : null,
      request,
      requestUrl: result.url ?? issue.requestUrl,
      changedAt: at,
      note: request === null && !isIssue(issue) ? forgeTexts.nothingPushed(runId) : null,
    };
    await this.issues.update(tx.manager, issue, next);
    await this.tell(tx, issue, runId, result);
    // Looks for news that came while the run was at work.
    const thread = threadOf(next);
    if (thread !== null) await this.outbox.enqueue(tx, lookJob(forgeId, runId, [thread]));
  }

  /** Somebody has gone on with the run meanwhile: what it has delivered belongs to the later one. */
  private async leaveToLater(tx: Tx, issue: StoredIssue, outcome: OutboxOutcome): Promise<void> {
    if (outcome.state !== 'done' || issue.state === 'ended') return;
    const { tip, request, url: requestUrl } = delivered.parse(outcome.result);
    if (request === null) return;
    // A later delivery may have replaced the commit already.
    const pushed = issue.pushing === tip ? { tip, pushing: null } : {};
    await this.issues.update(tx.manager, issue, { ...issue, ...pushed, request, requestUrl });
  }

  private async tell(tx: Tx, issue: StoredIssue, runId: string, result: Delivered): Promise<void> {
    const { tip, url, report } = result;
    if (tip === null || url === null) {
      return this.say(tx, issue, runId, `${forgeTexts.nothingChanged(runId)}\n\n${report}`);
    }
    if (issue.request !== null) {
      return this.say(tx, issue, runId, `${forgeTexts.updated(runId)}\n\n${report}`);
    }
    if (!isIssue(issue)) return;
    const thread = { at: 'issue', number: issue.number } as const;
    const body = forgeTexts.delivered(url);
    await this.outbox.enqueue(tx, replyJob(issue, thread, 'delivered', body));
  }

  private async say(tx: Tx, issue: StoredIssue, runId: string, body: string): Promise<void> {
    for (const job of tellingJobs(issue, `ended-${runId}`, body)) {
      await this.outbox.enqueue(tx, job);
    }
  }
}
