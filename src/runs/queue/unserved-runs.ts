import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/tx.js';
import { Transactions } from '../../platform/database/transactions.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { UnservedRunsRepository } from './unserved-runs.repository.js';
import { RunParking } from './run-parking.js';

/**
 * Marks runs whose files are visible only to a group without replicas; a replica that joins
 * continues them.
 */
@Injectable()
export class UnservedRuns {
  private readonly log: ScopedLogger;

  constructor(
    private readonly unserved: UnservedRunsRepository,
    private readonly parking: RunParking,
    private readonly transactions: Transactions,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
  }

  /** Never throws. */
  async look(): Promise<void> {
    try {
      await this.transactions.run(async (tx) => {
        for (const group of await this.unserved.groups(tx)) await this.explain(tx, group);
      });
    } catch (thrown) {
      this.log.debug(`runs without a replica could not be looked up: ${messageOf(thrown)}`);
    }
  }

  private async explain(tx: Tx, group: string): Promise<void> {
    const error = workspaceTexts.runWaits(workspaceTexts.noReplicaOf(group));
    for (const id of await this.unserved.untold(tx, group, error)) {
      await this.parking.explain(tx, id, error);
    }
  }
}
