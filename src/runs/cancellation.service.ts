import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock.js';
import { Transactions } from '../platform/database/transactions.js';
import { TooLateError } from '../platform/errors/office-error.js';
import { OfficeLogger, type ScopedLogger } from '../platform/logging/office-logger.js';
import { runTexts } from '../protocol/texts/runs.js';
import { ApprovalsService } from './approvals/approvals.service.js';
import { RunDispatcher } from './dispatch/run-dispatcher.js';
import { RunsRepository } from './persistence/runs.repository.js';

/** Stops runs at the operator's word. */
@Injectable()
export class CancellationService {
  private readonly log: ScopedLogger;

  constructor(
    private readonly runs: RunsRepository,
    private readonly approvals: ApprovalsService,
    private readonly dispatcher: RunDispatcher,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
  }

  /**
   * Stops a run at whatever it is doing. The request is stored, so that it outlives this process;
   * open approvals of the run are refused with it (decisions.md A15).
   * @throws TooLateError when the run is over, or unknown
   */
  async cancel(id: string): Promise<void> {
    const message = runTexts.cancelRequested(id);
    const accepted = await this.transactions.run(async (tx) => {
      if (!(await this.runs.requestCancel(tx, id, this.clock.now()))) return false;
      tx.publish({ type: 'log', level: 'info', scope: 'engine/run', message });
      await this.approvals.refuseOfRun(tx, id);
      tx.afterCommit(() => this.dispatcher.cancel(id));
      return true;
    });
    if (!accepted) throw new TooLateError(runTexts.notRunning(id));
    this.log.info(message);
    this.dispatcher.look(id);
  }
}
