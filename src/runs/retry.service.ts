import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock.js';
import type { Tx } from '../platform/database/tx.js';
import { RefusedError } from '../platform/errors/office-error.js';
import { messageOf } from '../platform/errors/error-text.js';
import { Ids } from '../platform/ids.js';
import type { Run } from '../protocol/records/work.js';
import { retryTexts, runTexts } from '../protocol/texts/runs.js';
import { type EndedRun, firstToRetry, retriedRun } from './domain/retried-run.js';
import { ResultsRepository } from './persistence/results.repository.js';
import { RunsRepository } from './persistence/runs.repository.js';
import { SubmissionRules } from './submission-rules.js';
import { SubmissionService } from './submission.service.js';

/** Second chances for runs that have ended: a final run stays final, a new one takes over. */
@Injectable()
export class RetryService {
  constructor(
    private readonly runs: RunsRepository,
    private readonly results: ResultsRepository,
    private readonly rules: SubmissionRules,
    private readonly submissions: SubmissionService,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Begins a new run, which does again a stage of an earlier one and those after it.
   * @param stageId absent: the first that is not done
   * @throws RefusedError saying why the run cannot be retried
   */
  async retry(runId: string, stageId: string | undefined): Promise<Run> {
    const earlier = await this.endedRun(runId);
    const first = firstToRetry(earlier.run, stageId);
    if (typeof first === 'string') throw new RefusedError(retryTexts.refused(runId, first));
    const again = retriedRun(earlier, first, {
      id: this.ids.next('run'),
      at: this.clock.now(),
      submittedBy: null,
      nextId: (kind) => this.ids.next(kind),
    });
    return this.submissions.begin(async (tx) => {
      await this.checkFloor(tx, earlier.run);
      for (const [key, turn] of again.turns) await this.results.insertTurn(tx.manager, key, turn);
      await this.results.insertArtifacts(tx.manager, again.artifacts);
      return again.run;
    });
  }

  private async endedRun(runId: string): Promise<EndedRun> {
    const row = await this.runs.find(runId);
    if (row === null) throw new RefusedError(runTexts.noRun(runId));
    const [turns, artifacts] = await Promise.all([
      this.results.turnsOf(runId),
      this.results.artifactsOf(runId),
    ]);
    return {
      run: row.record,
      turns: turns.map(({ stepKey, record }) => [stepKey, record]),
      artifacts,
    };
  }

  private async checkFloor(tx: Tx, run: Run): Promise<void> {
    try {
      await this.rules.acceptAgain(tx, run);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      throw new RefusedError(retryTexts.refused(run.id, messageOf(error)));
    }
  }
}
