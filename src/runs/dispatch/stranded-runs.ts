import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/tx.js';
import { Transactions } from '../../platform/database/transactions.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { RunsRepository } from '../persistence/runs.repository.js';
import { StrandedRunsRepository } from '../persistence/stranded-runs.repository.js';
import { LeaseKeeper } from './lease-keeper.js';

/**
 * Runs whose files only the replicas of a group see, while there is none of them: each says so in its
 * record, until one joins and goes on with it.
 */
@Injectable()
export class StrandedRuns implements OnModuleDestroy {
  private readonly log: ScopedLogger;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly keeper: LeaseKeeper,
    private readonly stranded: StrandedRunsRepository,
    private readonly runs: RunsRepository,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
  }

  /** Looks once in the time of a lease, where there can be groups. */
  start(): Promise<void> {
    if (this.keeper.inFleet) {
      this.timer = setInterval(() => void this.look(), this.keeper.ttlMs);
      this.timer.unref();
    }
    return Promise.resolve();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    try {
      await this.transactions.run(async (tx) => {
        for (const group of await this.stranded.groups(tx)) await this.tell(tx, group);
      });
    } catch (thrown) {
      this.log.debug(`runs without a replica could not be looked up: ${messageOf(thrown)}`);
    }
  }

  private async tell(tx: Tx, group: string): Promise<void> {
    const error = workspaceTexts.runWaits(workspaceTexts.noReplicaOf(group));
    for (const id of await this.stranded.untold(tx, group, error)) {
      const stored = await this.runs.lockActive(tx, id);
      if (stored === null) continue;
      const run = { ...stored, error, updatedAt: this.clock.now() };
      await this.runs.storeParked(tx, run);
      tx.publish({ type: 'run.updated', run });
    }
  }
}
