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

/** Stops runs at the operator's word, whichever replica heard it. */
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
   * Stops a run at whatever it is doing. The request is stored, so that it outlives this process;
   * open approvals of the run are refused with it.
   * @throws TooLateError when the run is over, or unknown
   */
  async cancel(id: string): Promise<void> {
    const message = runTexts.cancelRequested(id);
    const accepted = await this.transactions.run(async (tx) => {
      // The lease before the run, as commits of whoever works on it: they would wait for each other.
      await this.dispatcher.wake(tx, id);
      if (!(await this.runs.requestCancel(tx, id, this.clock.now()))) return false;
      // Before the refusals: nobody goes on from those.
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
