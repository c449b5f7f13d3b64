import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import { TooLateError } from '../../platform/errors/office-error.js';
import type { InternalEventOf } from '../../platform/events/internal-events.js';
import { OnOfficeEvent } from '../../platform/events/office-listener.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { runTexts } from '../../protocol/texts/runs.js';
import { ApprovalsService } from '../approvals/approvals.service.js';
import { RunDispatcher } from '../queue/run-dispatcher.js';
import { RunsRepository } from '../history/runs.repository.js';

/** Cancels runs for the operator, whichever replica received the request. */
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

  /** Whichever replica works on it. */
  @OnOfficeEvent('internal.run.cancel-requested')
  onRequested({ runId }: InternalEventOf<'internal.run.cancel-requested'>): void {
    this.dispatcher.cancel(runId);
  }

  /**
   * Cancels a run at any point. The request is stored, so it outlives this process; open approvals
   * of the run are refused.
   * @throws TooLateError if the run is over or unknown
   */
  async cancel(id: string): Promise<void> {
    const message = runTexts.cancelRequested(id);
    const accepted = await this.transactions.run(async (tx) => {
      // Locks the lease before the run, like commits of its holder, to avoid a deadlock.
      await this.dispatcher.wake(tx, id);
      if (!(await this.runs.requestCancel(tx, id, this.clock.now()))) return false;
      // Published before the refusals, so that nothing continues from those.
      tx.publish({ type: 'internal.run.cancel-requested', runId: id });
      tx.publish({ type: 'log', level: 'info', scope: 'engine/run', message });
      await this.approvals.refuseOfRun(tx, id);
      tx.conclude(null);
      return true;
    });
    if (!accepted) throw new TooLateError(runTexts.notRunning(id));
    this.log.info(message);
    this.dispatcher.lookAtOnce(id);
  }
}
