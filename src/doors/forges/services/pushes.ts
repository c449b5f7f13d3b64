import { Injectable } from '@nestjs/common';
import { OutboxFailure } from '#doors/outbox/outbox-job.js';
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
import type { PreparedBranch } from '#runs/changes/delivery-branch.js';
import { SnapshotError } from '#runs/changes/shadow-git.js';
import type { ForgeClient, RequestDraft } from '../clients/forge-client.js';
import { ForgeError } from '../clients/forge-error.js';
import type { RequestFacts } from '../forge-facts.js';
import {
  ForgeIssuesRepository,
  isIssue,
  OvertakenError,
  type StoredIssue,
} from '../rows/forge-issues.repository.js';
import { requestBody, requestTitle } from '../words/request-words.js';
import type { OpenForge } from './forge-access.js';
import { ForgeBases } from './forge-bases.js';
import type { IssueEnd } from './forge-jobs.js';
import { endOf } from './issue-ends.js';

/** A pushed change with its request. */
interface Pushed {
  /** Null: the run changed no file, so nothing was pushed for it. */
  readonly tip: string | null;
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
    private readonly bases: ForgeBases,
    private readonly transactions: Transactions,
  ) {}

  /** False: the files of the run are at another replica. */
  isPossibleHere(runId: string): Promise<boolean> {
    return this.deliveries.isPossibleHere(runId);
  }

  /**
   * Does the steps that are not done yet: the push, then the request.
   * @returns null: the run changed no file, and there is no request
   * @throws ForeignTipError, ForgeError, OutboxFailure, OvertakenError, RefusedError, SnapshotError
   */
  async push(open: OpenForge, issue: StoredIssue, run: Run): Promise<Pushed | Overtaken | null> {
    try {
      return await this.pushOnce(open, issue, run);
    } catch (thrown) {
      if (thrown instanceof ForgeError || thrown instanceof SnapshotError) {
        await this.note(issue, thrown.message);
      }
      throw thrown;
    }
  }

  /** The request that an interrupted delivery has opened; null: there is none. */
  async earlier({ client }: OpenForge, issue: StoredIssue): Promise<Pushed | Overtaken | null> {
    const { branch, request, pushing } = issue;
    if (request !== null || pushing === null) return null;
    return earlierOf(await client.requestOf(branch), issue);
  }

  /** Stores why the change waits, while it does. */
  private async note(issue: StoredIssue, note: string): Promise<void> {
    await this.change(issue, () => ({ note }));
  }

  /** Changes the issue while the run is delivered. False: it no longer is. */
  private async change(
    { forgeId, number, runId }: StoredIssue,
    changed: (now: StoredIssue) => Partial<StoredIssue>,
  ): Promise<boolean> {
    return this.transactions.run(async ({ manager }) => {
      const now = await this.issues.find(forgeId, number, manager);
      if (now?.state !== 'delivering' || now.runId !== runId) return false;
      return this.issues.update(manager, now, { ...now, ...changed(now) });
    });
  }

  private async pushOnce(
    open: OpenForge,
    issue: StoredIssue,
    run: Run,
  ): Promise<Pushed | Overtaken | null> {
    const { branch, message } = issue;
    const before = earlierOf(await open.client.requestOf(branch), issue);
    if (before !== null && 'ended' in before) return before;
    const reason = forgeTexts.commitReason(issue.number, open.forge.repository);
    const askedBy = isIssue(issue) ? { askedBy: { subject: issue.title, reason } } : {};
    const found = await this.prepared(run.id, { branch, message, ...askedBy });
    if (found === null) return before;
    await using prepared = found;
    const { commits } = prepared;
    if (!isIssue(issue)) {
      demandEarlier(issue, run, commits);
      await this.demandBase(open, commits);
    }
    await commits.push({
      remote: await open.remote(),
      owned: [issue.tip, issue.pushing].filter((sha) => sha !== null),
      before: (tip, replaced) => this.intend(issue, tip, replaced),
    });
    const request = await this.request(open, { ...issue, pushing: commits.tip }, run);
    if ('ended' in request) return request;
    return { tip: commits.tip, request: request.number, url: request.url };
  }

  /**
   * A request that a person asks for has only what the run changed: no commits of the folder that the
   * forge does not have.
   * @throws RefusedError
   */
  private async demandBase(open: OpenForge, commits: PreparedBranch): Promise<void> {
    const { base, repository } = open.forge;
    const tip = await this.bases.now(open);
    if (tip !== null && (await commits.isOnTopOf(tip))) return;
    throw new RefusedError(forgeTexts.notAtForge(commits.base.slice(0, 12), base, repository));
  }

  private async prepared(
    runId: string,
    wanted: Pick<WantedBranch, 'branch' | 'message' | 'askedBy'>,
  ): Promise<PreparedDelivery | null> {
    try {
      return await this.deliveries.prepare(runId, { ...wanted, isPushed: true });
    } catch (thrown) {
      const isEmpty =
        thrown instanceof RefusedError && thrown.message === deliveryTexts.nothingToDeliver(runId);
      if (isEmpty) return null;
      throw thrown;
    }
  }

  /**
   * Stores the commit before it is pushed, so that it is recognised after an interrupted push, and
   * the commit that it replaces.
   * @throws OvertakenError if a person has continued the run, or the issue has ended
   */
  private async intend(
    issue: StoredIssue,
    pushing: string,
    replaced: string | null,
  ): Promise<void> {
    const isDue = await this.change(issue, ({ tip }) => ({ pushing, tip: replaced ?? tip }));
    if (!isDue) throw new OvertakenError();
  }

  /** Opens the branch's request, or updates the open one. */
  private async request(
    { forge, client }: OpenForge,
    issue: StoredIssue,
    run: Run,
  ): Promise<RequestFacts | Overtaken> {
    const { branch, wakes, spentUsd } = issue;
    const about = { issue: isIssue(issue) ? issue.number : null, spentUsd, runs: wakes + 1 };
    const words = { title: requestTitle(issue), body: requestBody(run, about) };
    const earlier = await client.requestOf(branch);
    const before = earlierOf(earlier, issue);
    if (before !== null && 'ended' in before) return before;
    if (earlier?.state !== 'open') {
      return this.opened(client, issue, { branch, base: forge.base, ...words });
    }
    await client.changeRequest(earlier.number, words);
    return earlier;
  }

  /** A new request, or the one that the forge did not list a moment ago. */
  private async opened(
    client: ForgeClient,
    issue: StoredIssue,
    draft: RequestDraft,
  ): Promise<RequestFacts | Overtaken> {
    try {
      return await client.openRequest(draft);
    } catch (thrown) {
      if (!(thrown instanceof ForgeError) || ![409, 422].includes(thrown.status ?? 0)) throw thrown;
      const found = await client.requestOf(issue.branch);
      const before = earlierOf(found, issue);
      if (before !== null && 'ended' in before) return before;
      if (found?.state === 'open') {
        const { title, body } = draft;
        await client.changeRequest(found.number, { title, body });
        return found;
      }
      // It stands there, and is listed later.
      if (isThere(thrown)) throw new OutboxFailure(thrown.message);
      throw thrown;
    }
  }
}

/**
 * The change of the run that it continues is part of the request, and would be lost with the commit
 * that is replaced.
 * @throws RefusedError if that change no longer stands
 */
function demandEarlier(
  { request }: Pick<StoredIssue, 'request'>,
  { continues }: Pick<Run, 'continues'>,
  { others }: Pick<PreparedBranch, 'others'>,
): void {
  if (request === null || continues === undefined || others.continued.length > 0) return;
  throw new RefusedError(forgeTexts.notStanding(continues));
}

/** Whether a forge refused a request because there is one; GitHub answers 422 for other reasons too. */
function isThere({ status, message }: ForgeError): boolean {
  return status === 409 || /already exists/i.test(message);
}

/**
 * The issue's request; null: there is none. An earlier, ended request of the same branch does not
 * count.
 */
function earlierOf(
  request: RequestFacts | null,
  { request: own, tip, pushing }: Pick<StoredIssue, 'request' | 'tip' | 'pushing'>,
): Pushed | Overtaken | null {
  if (request === null) return null;
  const { number, head, url } = request;
  if (request.state === 'open') return { tip: null, request: number, url };
  const isOwn = number === own || head === tip || head === pushing;
  return isOwn ? { ended: endOf(request, 'gone') } : null;
}
