import { Injectable } from '@nestjs/common';
import { Outbox } from '#doors/outbox/outbox.js';
import { Transactions } from '#platform/database/transactions.js';
import type { Tx } from '#platform/database/tx.js';
import { RefusedError } from '#platform/errors/office-error.js';
import { clip } from '#platform/text/clip.js';
import { sanitizeOutput } from '#platform/text/sanitize-output.js';
import type { Forge, ForgeIssue, PossibleRequest } from '#protocol/records/forges.js';
import type { Run } from '#protocol/records/work.js';
import { forgeOfFloor } from '#protocol/rules/forge-of-floor.js';
import { titleOf } from '#protocol/rules/run-title.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { deliveryTexts } from '#protocol/texts/delivery.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { branchFor, checkedMessage } from '#runs/changes/commit-messages.js';
import {
  DeliveryService,
  type PreparedDelivery,
  type WantedBranch,
} from '#runs/changes/delivery.service.js';
import { RunsService } from '#runs/history/runs.service.js';
import {
  ForgeIssuesRepository,
  isIssue,
  type StoredIssue,
} from '../rows/forge-issues.repository.js';
import { askedDeliverJob } from './forge-jobs.js';
import { ForgeIssuesService, shownIssue } from './forge-issues.service.js';
import { ForgesService } from './forges.service.js';

const titleCharacters = 120;

/** How a person wants the change to be delivered. */
interface AskedRequest {
  /** Message of a single commit; absent: one commit per turn, with messages of the office. */
  readonly message?: string | undefined;
  /** Name of the person. */
  readonly by?: string | undefined;
}

/** A checked delivery to a forge. */
interface CheckedRequest {
  readonly run: Run;
  readonly forge: Forge;
  readonly prepared: PreparedDelivery;
}

/**
 * Delivers the change of a run that worked for no issue to the forge of its floor, as a branch with
 * a request, because a person asks for it. From then on it is treated like that of an issue.
 */
@Injectable()
export class AskedRequests {
  constructor(
    private readonly runs: RunsService,
    private readonly forges: ForgesService,
    private readonly issues: ForgeIssuesRepository,
    private readonly known: ForgeIssuesService,
    private readonly deliveries: DeliveryService,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Accepts the delivery, which the outbox carries out.
   * @throws NotFoundError, RefusedError
   */
  async ask(runId: string, { message: given, by }: AskedRequest): Promise<ForgeIssue> {
    const message = given === undefined ? null : checkedMessage(given);
    const { run, forge, ...checked } = await this.check(runId, message);
    await using prepared = checked.prepared;
    return this.transactions.run(async (tx) => {
      const { branch } = prepared.order;
      const asked = await this.store(tx, forge, run, { branch, message, by });
      await this.outbox.enqueue(tx, askedDeliverJob(asked, runId, tx.at));
      const shown = shownIssue(asked);
      tx.conclude(shown);
      return shown;
    });
  }

  /**
   * Checks whether `ask` would accept the delivery, without its effects.
   * @throws NotFoundError
   */
  async possible(runId: string): Promise<PossibleRequest> {
    try {
      const { prepared } = await this.check(runId, null);
      await prepared[Symbol.asyncDispose]();
      return { refusal: null };
    } catch (thrown) {
      if (thrown instanceof RefusedError) return { refusal: thrown.message };
      throw thrown;
    }
  }

  /** @throws NotFoundError, RefusedError */
  private async check(runId: string, message: string | null): Promise<CheckedRequest> {
    const run = await this.runs.require(runId);
    if (!isFinal(run.status)) throw new RefusedError(deliveryTexts.stillAtWork(runId));
    const forge = await this.forgeOf(run);
    demandFree(runId, await this.known.find(runId));
    const wanted = { branch: branchFor(run), message, isPushed: true };
    return { run, forge, prepared: await this.deliveries.prepare(runId, wanted) };
  }

  /** The forge with which the run's floor is connected. @throws RefusedError */
  private async forgeOf({ id, workspaceId }: Run): Promise<Forge> {
    const forges = await this.forges.list();
    const forge = forgeOfFloor(forges, workspaceId);
    if (forge !== null) return forge;
    throw new RefusedError(deliveryTexts.notDelivered(id, forgeTexts.noForge));
  }

  private async store(
    tx: Tx,
    forge: Forge,
    run: Run,
    { branch, message, by }: Pick<WantedBranch, 'branch' | 'message'> & Pick<AskedRequest, 'by'>,
  ): Promise<StoredIssue> {
    // Locks the run, so that two who ask at once make one request.
    await this.deliveries.record(tx, run.id, { kind: 'request', branch, by });
    const known = await this.issues.ofRun(run.id, tx.manager);
    demandFree(run.id, known);
    const { at } = tx;
    const asked: Omit<StoredIssue, 'number'> = {
      ...{ forgeId: forge.id, title: titleFor(run, message), url: '', state: 'delivering', branch },
      ...{ runId: run.id, tip: null, pushing: null, request: null, requestUrl: null, wakes: 0 },
      ...{ spentUsd: run.budget.spentUsd, takenAt: at, changedAt: at, note: null, message },
    };
    if (known !== null) {
      const isSame = known.forgeId === forge.id;
      const { tip, pushing, number } = known;
      const again: StoredIssue = { ...asked, tip, pushing, number };
      // The repository of before was disconnected.
      const left: StoredIssue = { ...known, state: 'ended', runId: null, changedAt: at };
      const next = isSame ? again : left;
      if (!(await this.issues.update(tx.manager, known, next))) throw takenAlready(run.id, known);
      if (isSame) return again;
    }
    for (let number = await this.issues.freeNumber(tx.manager, forge.id); ; number -= 1) {
      // Another process may have taken it just now.
      if (await this.issues.insert(tx.manager, { ...asked, number })) return { ...asked, number };
    }
  }
}

/** The subject of the commit, or what the run was asked for, in one line. */
function titleFor(run: Run, message: string | null): string {
  const text = message?.split('\n', 1)[0] ?? sanitizeOutput(titleOf(run));
  return clip(text.replace(/\s+/g, ' ').trim(), titleCharacters, '…');
}

/** @throws RefusedError unless nothing is pushed for the run, or its last delivery was given up */
function demandFree(runId: string, known: StoredIssue | null): void {
  const isFree = known === null || (known.state === 'resting' && !isIssue(known));
  if (!isFree) throw takenAlready(runId, known);
}

function takenAlready(runId: string, { requestUrl }: StoredIssue): RefusedError {
  return new RefusedError(
    deliveryTexts.notDelivered(runId, forgeTexts.requestedAlready(requestUrl)),
  );
}
