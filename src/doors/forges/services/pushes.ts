import { Injectable } from '@nestjs/common';
import { Transactions } from '#platform/database/transactions.js';
import { RefusedError } from '#platform/errors/office-error.js';
import type { Run } from '#protocol/records/work.js';
import { deliveryTexts } from '#protocol/texts/delivery.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import {
  DeliveryService,
  type PreparedDelivery,
  type WantedBranch,
} from '#runs/changes/delivery.service.js';
import { ForgeError } from '../clients/forge-error.js';
import type { RequestFacts } from '../forge-facts.js';
import { ForgeIssuesRepository, type StoredIssue } from '../rows/forge-issues.repository.js';
import { requestBody, requestTitle } from '../words/request-words.js';
import type { OpenForge } from './forge-access.js';
import type { IssueEnd } from './forge-jobs.js';
import { endOf } from './issue-ends.js';

/** A pushed change with its request. */
interface Pushed {
  readonly tip: string;
  readonly request: number;
  readonly url: string;
}

/** Somebody has merged or closed the request meanwhile. */
interface Overtaken {
  readonly ended: IssueEnd;
}

/** Pushes the changes of runs, opens their requests and keeps these up to date. */
@Injectable()
export class Pushes {
  constructor(
    private readonly deliveries: DeliveryService,
    private readonly issues: ForgeIssuesRepository,
    private readonly transactions: Transactions,
  ) {}

  /** False: the files of the run are at another replica. */
  isPossibleHere(runId: string): Promise<boolean> {
    return this.deliveries.isPossibleHere(runId);
  }

  /**
   * Does the steps that are not done yet: the push, then the request.
   * @returns null: the run changed no file
   * @throws ForeignTipError, ForgeError, RefusedError, SnapshotError
   */
  async push(open: OpenForge, issue: StoredIssue, run: Run): Promise<Pushed | Overtaken | null> {
    try {
      return await this.pushOnce(open, issue, run);
    } catch (thrown) {
      if (thrown instanceof ForgeError && thrown.isAccess) await this.note(issue, thrown.message);
      throw thrown;
    }
  }

  /** Stores why the change waits, while it does. */
  private async note({ forgeId, number }: StoredIssue, note: string): Promise<void> {
    await this.transactions.run(async ({ manager }) => {
      const issue = await this.issues.find(forgeId, number, manager);
      if (issue?.state !== 'delivering') return;
      await this.issues.update(manager, issue, { ...issue, note });
    });
  }

  private async pushOnce(
    open: OpenForge,
    issue: StoredIssue,
    run: Run,
  ): Promise<Pushed | Overtaken | null> {
    const { branch } = issue;
    const before = endedOf(await open.client.requestOf(branch), issue);
    if (before !== null) return before;
    const askedBy = {
      subject: issue.title,
      reason: forgeTexts.commitReason(issue.number, open.forge.repository),
    };
    const found = await this.prepared(run.id, { branch, askedBy });
    if (found === null) return null;
    await using prepared = found;
    const { commits } = prepared;
    await commits.push({
      remote: await open.remote(),
      owned: [issue.tip, issue.pushing].filter((sha) => sha !== null),
      before: (tip) => this.intend(issue, tip),
    });
    const request = await this.request(open, { ...issue, pushing: commits.tip }, run);
    if ('ended' in request) return request;
    return { tip: commits.tip, request: request.number, url: request.url };
  }

  private async prepared(
    runId: string,
    wanted: Pick<WantedBranch, 'branch' | 'askedBy'>,
  ): Promise<PreparedDelivery | null> {
    try {
      return await this.deliveries.prepare(runId, { ...wanted, message: null, isPushed: true });
    } catch (thrown) {
      const isEmpty =
        thrown instanceof RefusedError && thrown.message === deliveryTexts.nothingToDeliver(runId);
      if (isEmpty) return null;
      throw thrown;
    }
  }

  /** Stores the commit before it is pushed, so that it is recognised after an interrupted push. */
  private async intend({ forgeId, number }: StoredIssue, tip: string): Promise<void> {
    await this.transactions.run(async ({ manager }) => {
      const issue = await this.issues.find(forgeId, number, manager);
      if (issue?.state !== 'delivering') return;
      await this.issues.update(manager, issue, { ...issue, pushing: tip });
    });
  }

  /** Opens the branch's request, or updates the open one. */
  private async request(
    { forge, client }: OpenForge,
    issue: StoredIssue,
    run: Run,
  ): Promise<RequestFacts | Overtaken> {
    const { branch, wakes, spentUsd } = issue;
    const about = { issue: issue.number, spentUsd, runs: wakes + 1 };
    const words = { title: requestTitle(issue), body: requestBody(run, about) };
    const earlier = await client.requestOf(branch);
    const ended = endedOf(earlier, issue);
    if (ended !== null) return ended;
    if (earlier?.state !== 'open') {
      return client.openRequest({ branch, base: forge.base, ...words });
    }
    await client.changeRequest(earlier.number, words);
    return earlier;
  }
}

/**
 * The end of the issue's request; null: it is open. An earlier request of the same branch does not
 * count.
 */
function endedOf(
  request: RequestFacts | null,
  { request: own, tip, pushing }: Pick<StoredIssue, 'request' | 'tip' | 'pushing'>,
): Overtaken | null {
  if (request === null || request.state === 'open') return null;
  const { number, head } = request;
  const isOwn = number === own || head === tip || head === pushing;
  return isOwn ? { ended: endOf(request, 'gone') } : null;
}
