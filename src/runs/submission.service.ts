import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock.js';
import type { Tx } from '../platform/database/tx.js';
import { Transactions } from '../platform/database/transactions.js';
import { Ids } from '../platform/ids.js';
import type { Run } from '../protocol/records/work.js';
import { SettingsService } from '../settings/settings.service.js';
import { RunDispatcher } from './dispatch/run-dispatcher.js';
import { newRun } from './domain/new-run.js';
import { RunIntake } from './run-intake.js';
import { type Accepted, type Submission, SubmissionRules } from './submission-rules.js';

/** Accepts briefs, or refuses them; a refusal changes nothing. */
@Injectable()
export class SubmissionService {
  constructor(
    private readonly rules: SubmissionRules,
    private readonly intake: RunIntake,
    private readonly settings: SettingsService,
    private readonly transactions: Transactions,
    private readonly dispatcher: RunDispatcher,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * The accepted run, status `queued`; work on it has been asked for when this returns.
   * @throws RefusedError when the brief cannot be taken
   */
  async submit(submission: Submission): Promise<Run> {
    const { continues } = submission;
    const earlier = continues === undefined ? null : await this.rules.endedRun(continues);
    const placed =
      earlier === null ? submission : { workspaceId: earlier.workspaceId, ...submission };
    return this.begin(async (tx) => this.runFor(placed, await this.rules.accept(tx, placed)));
  }

  /**
   * Stores the run that is accepted in the transaction, under the approval policy of that moment, and
   * asks for work on it.
   */
  async begin(accept: (tx: Tx) => Promise<Run>): Promise<Run> {
    await this.rules.prepare();
    const run = await this.transactions.run(async (tx) => {
      const accepted = await accept(tx);
      const { autoApproveShell } = await this.settings.read(tx);
      await this.intake.store(tx, accepted, autoApproveShell);
      tx.conclude(accepted);
      return accepted;
    });
    this.dispatcher.offer(run.id);
    return run;
  }

  private runFor(
    submission: Submission,
    { floor, pipeline, pipelineReason, limitUsd }: Accepted,
  ): Run {
    return newRun({
      id: this.ids.next('run'),
      brief: submission.brief,
      pipeline,
      pipelineReason,
      workspace: floor,
      limitUsd,
      submittedBy: submission.submittedBy,
      at: this.clock.now(),
      stageIds: pipeline.stages.map(() => this.ids.next('stage')),
      ...(submission.continues !== undefined && { continues: submission.continues }),
    });
  }
}
