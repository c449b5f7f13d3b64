import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Outbox } from '#doors/outbox/outbox.js';
import { OutboxFailure, type OutboxHandler, type OutboxJob } from '#doors/outbox/outbox-job.js';
import type { OutboxOutcome } from '#doors/outbox/outbox-job.js';
import { Clock } from '#platform/clock.js';
import type { Tx } from '#platform/database/tx.js';
import { NotFoundError, RefusedError, TooLateError } from '#platform/errors/office-error.js';
import { forgeKinds } from '#protocol/records/enums.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { DeliveryService } from '#runs/changes/delivery.service.js';
import { WorktreeEnds } from '#runs/changes/worktrees/worktree-ends.js';
import { RunsService } from '#runs/history/runs.service.js';
import { CancellationService } from '#runs/submit/cancellation.service.js';
import { ForgeIssuesRepository, isIssue } from '../rows/forge-issues.repository.js';
import { endPayload, forgeJobs, runPayload } from '../services/forge-jobs.js';

/** Interval of checking whether a cancelled run has ended, ms. */
const againMs = 2000;

/** Waits before a run that does not end is left alone. */
const waits = Array.from({ length: 300 }, () => againMs);

/** Stops the run of an issue that was merged or closed, and removes its worktree. */
@Injectable()
export class EndJob implements OutboxHandler, OnModuleInit {
  readonly kind = forgeJobs.end;
  readonly waits = waits;

  constructor(
    private readonly outbox: Outbox,
    private readonly issues: ForgeIssuesRepository,
    private readonly runs: RunsService,
    private readonly cancellations: CancellationService,
    private readonly worktrees: WorktreeEnds,
    private readonly deliveries: DeliveryService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.outbox.register(this);
  }

  /** Whether the run's worktree, if any, is here. */
  isPossibleHere({ payload }: OutboxJob): Promise<boolean> {
    return this.deliveries.isPossibleHere(runPayload.parse(payload).runId ?? '');
  }

  async perform({ payload }: OutboxJob): Promise<null> {
    const { number, runId, how } = endPayload.parse(payload);
    if (runId === null) return null;
    try {
      const run = await this.runs.require(runId);
      const isWoken = forgeKinds.some((kind) => kind === run.submittedBy);
      // What a person has begun goes on, and its worktree stays.
      if (!isIssue({ number }) && !isWoken) return null;
      // A cancelled run may still be settling its last turn.
      if (run.endedAt === null) {
        if (!isFinal(run.status)) await this.cancellations.cancel(runId).catch(unlessLate);
        throw new OutboxFailure(forgeTexts.stillAtWork(runId));
      }
      if (isIssue({ number })) await this.worktrees.discardAsOver(runId, how);
    } catch (thrown) {
      // No worktree is left, or another run continues in it.
      const isGone = thrown instanceof RefusedError || thrown instanceof NotFoundError;
      if (!isGone) throw thrown;
    }
    return null;
  }

  async settled({ manager }: Tx, { payload }: OutboxJob, _outcome: OutboxOutcome): Promise<void> {
    const { forgeId, number } = runPayload.parse(payload);
    const issue = await this.issues.find(forgeId, number, manager);
    if (issue?.state !== 'ending') return;
    const next = { ...issue, state: 'ended', changedAt: this.clock.now() } as const;
    await this.issues.update(manager, issue, next);
  }
}

function unlessLate(thrown: unknown): void {
  if (!(thrown instanceof TooLateError)) throw thrown;
}
