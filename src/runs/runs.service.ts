import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock.js';
import { Transactions } from '../platform/database/transactions.js';
import { NotFoundError, TooLateError } from '../platform/errors/office-error.js';
import { OfficeLogger, type ScopedLogger } from '../platform/logging/office-logger.js';
import type { Run, RunDetail } from '../protocol/records/work.js';
import { runTexts } from '../protocol/texts.js';
import { ApprovalsService } from './approvals/approvals.service.js';
import { RunDispatcher } from './dispatch/run-dispatcher.js';
import { ApprovalsRepository } from './persistence/approvals.repository.js';
import { ResultsRepository } from './persistence/results.repository.js';
import { RunsRepository } from './persistence/runs.repository.js';
import { RunBoard } from './run-board.js';

/** Looking at runs, and stopping them. */
@Injectable()
export class RunsService {
  private readonly log: ScopedLogger;

  constructor(
    private readonly board: RunBoard,
    private readonly runs: RunsRepository,
    private readonly results: ResultsRepository,
    private readonly approvalRows: ApprovalsRepository,
    private readonly approvals: ApprovalsService,
    private readonly dispatcher: RunDispatcher,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
  }

  /** The engine's set, newest first, whole: the bound on texts is one of frames (decisions.md A17). */
  list(): readonly Run[] {
    return this.board.held();
  }

  /**
   * A run with its settled turns, artifacts and approvals, however old it is.
   * @throws NotFoundError when there is none
   */
  async detail(id: string): Promise<RunDetail> {
    const run = await this.require(id);
    const [turns, artifacts, approvals] = await Promise.all([
      this.results.turnsOf(id),
      this.results.artifactsOf(id),
      this.approvalRows.ofRun(id),
    ]);
    return {
      ...run,
      turns: turns.map((row) => row.record),
      artifacts,
      approvals: approvals.map((row) => row.record),
    };
  }

  /** @throws NotFoundError when there is no such run */
  async require(id: string): Promise<Run> {
    const stored = await this.runs.find(id);
    if (stored === null) throw new NotFoundError(runTexts.noRun(id));
    return stored.record;
  }

  /**
   * Stops a run at whatever it is doing. The wish is stored, so that it outlives this process; what
   * the run still asks people is refused with it (decisions.md A15).
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
