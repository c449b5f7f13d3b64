import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CommittedEvent } from '../platform/events/drafts.js';
import { OfficeLogger, type ScopedLogger } from '../platform/logging/office-logger.js';
import { type Observation, Observations } from '../platform/telemetry/observations.js';
import { inWork } from '../platform/telemetry/work-context.js';
import type { Approval, Run } from '../protocol/records/work.js';
import { isEnd } from '../protocol/rules/run-status.js';
import { spentOfWords } from '../protocol/rules/spent-of.js';
import { runTexts } from '../protocol/texts/runs.js';
import { isAskedAgain } from '../protocol/rules/asked-again.js';

/** Logs ends of runs and questions to people, each by the process that committed it. */
@Injectable()
export class WorkLog implements OnModuleInit {
  private readonly log: ScopedLogger;

  constructor(
    private readonly observations: Observations,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
  }

  async onModuleInit(): Promise<void> {
    const observer = Promise.resolve((observation: Observation) => {
      if (observation.kind !== 'commit') return;
      for (const event of observation.members.flatMap(({ events }) => events)) this.tell(event);
    });
    await this.observations.observe(observer, this.log);
  }

  private tell(event: CommittedEvent): void {
    if (event.type === 'run.updated' && isEnd(event.run)) this.tellEnd(event.run);
    if (event.type === 'approval.requested') this.tellQuestion(event.approval);
  }

  private tellEnd({ id, workspaceId, status, createdAt, endedAt, budget }: Run): void {
    const ms = Math.max(0, (endedAt ?? createdAt) - createdAt);
    const spent = spentOfWords(budget.spentUsd, budget.limitUsd);
    const line = runTexts.endedLog(id, status, (ms / 60_000).toFixed(1), spent);
    inWork({ runId: id, workspaceId }, () => this.log.info(line));
  }

  /** Logs the kind of a question only, because the log holds no text of the work. */
  private tellQuestion(approval: Approval): void {
    if (isAskedAgain(approval)) return;
    const { id, runId, turnId, stageName, kind } = approval;
    const line =
      stageName === undefined
        ? runTexts.deliveryWaitsLog(runId, kind, id)
        : runTexts.waitsLog(runId, stageName, kind, id);
    inWork({ runId, ...(turnId !== null && { turnId }) }, () => this.log.info(line));
  }
}
