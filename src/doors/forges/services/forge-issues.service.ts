import { Injectable } from '@nestjs/common';
import { Transactions } from '#platform/database/transactions.js';
import { NotFoundError } from '#platform/errors/office-error.js';
import type { ForgeIssue } from '#protocol/records/forges.js';
import type { Run } from '#protocol/records/work.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { RunsService } from '#runs/history/runs.service.js';
import {
  ForgeIssuesRepository,
  isIssue,
  type StoredIssue,
} from '../rows/forge-issues.repository.js';
import { ForgesService } from './forges.service.js';
import { Poller } from './poller.js';

const mostListed = 200;
/** Most earlier runs that are followed from the given one. */
const mostBefore = 60;

/** Shows the issues that became work. */
@Injectable()
export class ForgeIssuesService {
  constructor(
    private readonly issues: ForgeIssuesRepository,
    private readonly forges: ForgesService,
    private readonly runs: RunsService,
    private readonly poller: Poller,
    private readonly transactions: Transactions,
  ) {}

  /**
   * The latest issues, the newest first.
   * @throws NotFoundError
   */
  async latest(forgeId: string): Promise<readonly ForgeIssue[]> {
    await this.forges.require(forgeId);
    return (await this.issues.latest(forgeId, mostListed)).map(shownIssue);
  }

  /**
   * Starts a poll of the forge.
   * @throws NotFoundError
   */
  async pollNow(forgeId: string): Promise<void> {
    const forge = await this.forges.require(forgeId);
    await this.transactions.run(async (tx) => tx.conclude({ id: forgeId }));
    void this.poller.poll(forge);
  }

  /**
   * The issue of a run, or of one that continues it or that it continues.
   * @throws NotFoundError
   */
  async originOf(runId: string): Promise<StoredIssue> {
    const run = await this.runs.require(runId);
    const found = (await this.find(runId)) ?? (await this.findBefore(run));
    if (found === null) throw new NotFoundError(forgeTexts.noOrigin(runId));
    return found;
  }

  /** The issue of a run, or of one that continues it; null: there is none. */
  async find(runId: string): Promise<StoredIssue | null> {
    let later: readonly Run[] | undefined;
    let id: string | undefined = runId;
    for (let looked = 0; id !== undefined && looked < mostBefore; looked += 1) {
      const found = await this.issues.ofRun(id);
      if (found !== null) return found;
      later ??= await this.runs.list();
      const after: string = id;
      id = later.find(({ continues, retryOf }) => (continues ?? retryOf) === after)?.id;
    }
    return null;
  }

  /** The issue of the nearest earlier run that has one, whichever run it went on with since. */
  private async findBefore(run: Run): Promise<StoredIssue | null> {
    let id = run.continues ?? run.retryOf;
    for (let looked = 0; id !== undefined && looked < mostBefore; looked += 1) {
      const found = await this.find(id);
      if (found !== null) return found;
      const before: Run = await this.runs.require(id);
      id = before.continues ?? before.retryOf;
    }
    return null;
  }
}

/** The issue as people see it. */
export function shownIssue(stored: StoredIssue): ForgeIssue {
  const { tip: _tip, pushing: _pushing, message: _message, ...issue } = stored;
  return isIssue(issue) ? issue : { ...issue, number: 0 };
}
