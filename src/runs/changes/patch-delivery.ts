import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { Told } from '../../protocol/command-results.js';
import { changesTexts } from '../../protocol/texts/changes.js';
import { deliveryTexts } from '../../protocol/texts/delivery.js';
import { worktreeTexts } from '../../protocol/texts/worktrees.js';
import { byPerson } from '../history/deeds.js';
import { RunsRepository } from '../history/runs.repository.js';
import { RunDiffService } from './run-diff.service.js';

/** Hands the changes of ended runs over as patches. */
@Injectable()
export class PatchDelivery {
  constructor(
    private readonly diffs: RunDiffService,
    private readonly runs: RunsRepository,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Says where the patch is, and stores that it was handed over.
   * @throws NotFoundError if there is no such run
   * @throws RefusedError if it is at work, changed no file, or its change cannot be shown
   */
  async deliver(runId: string, by?: string): Promise<Told> {
    await this.demand(runId);
    const message = worktreeTexts.patched(runId);
    const told = { message, patch: `/runs/${encodeURIComponent(runId)}/changes.patch` };
    await this.transactions.run(async (tx) => {
      await this.runs.addDeed(tx, runId, { kind: 'patch', at: this.clock.now(), ...byPerson(by) });
      tx.publish({ type: 'log', level: 'info', scope: 'engine/worktrees', message });
      tx.conclude(told);
    });
    return told;
  }

  /** @throws NotFoundError, RefusedError if there can be no patch */
  async demand(runId: string): Promise<void> {
    const { atWork, files, patchBytes } = await this.diffs.changes(runId);
    if (atWork) throw new RefusedError(deliveryTexts.stillAtWork(runId));
    if (files.length === 0) throw new RefusedError(deliveryTexts.nothingToDeliver(runId));
    if (patchBytes === null) throw new RefusedError(changesTexts.tooLarge(runId));
  }
}
