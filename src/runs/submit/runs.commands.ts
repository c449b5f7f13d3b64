import { Injectable } from '@nestjs/common';
import { EventLog } from '../../platform/events/event-log.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import {
  done,
  readDone,
  type SocketClient,
  SocketCommand,
} from '../../platform/socket/socket-command.js';
import { nameOfActor } from '../../platform/actors/actors.js';
import { WidensRights } from '../../platform/http/widening-rights.js';
import {
  NeededFlag,
  OptionalChoice,
  OptionalFlags,
  OptionalString,
  RequiredString,
} from '../../platform/validation/fields.js';
import { type ApprovalScope, approvalScopes } from '../../protocol/records/enums.js';
import type { Approval, Run } from '../../protocol/records/work.js';
import { runTexts } from '../../protocol/texts/runs.js';
import { ApprovalsService } from '../approvals/approvals.service.js';
import { CancellationService } from './cancellation.service.js';
import { RunCommand } from './run-commands.dto.js';
import { SubmitRequest } from './runs.controller.js';
import { RunsService } from '../history/runs.service.js';
import { SubmissionService } from './submission.service.js';

/** Payload of the `approve` command. */
class ApproveCommand {
  @RequiredString()
  approvalId!: string;

  @NeededFlag('items', runTexts.approvedBoolean)
  approved?: boolean;

  @OptionalFlags(runTexts.approvalItems)
  items?: Record<string, boolean>;

  @OptionalString()
  reason?: string;

  @OptionalChoice(approvalScopes)
  scope?: ApprovalScope;

  @OptionalString()
  by?: string;
}

/** Socket commands of runs and approvals. */
@Injectable()
export class RunsCommands {
  private readonly log: ScopedLogger;

  constructor(
    private readonly runs: RunsService,
    private readonly submissions: SubmissionService,
    private readonly cancellations: CancellationService,
    private readonly approvals: ApprovalsService,
    private readonly events: EventLog,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('ws');
  }

  @WidensRights(false)
  @SocketCommand('submit')
  submit(submission: SubmitRequest): Promise<Run> {
    return this.submissions.submit({ ...submission, submittedBy: null });
  }

  @WidensRights(false)
  @SocketCommand('cancel', done)
  cancel({ runId }: RunCommand): Promise<void> {
    return this.cancellations.cancel(runId);
  }

  @WidensRights(true)
  @SocketCommand('approve')
  approve(answer: ApproveCommand): Promise<Approval> {
    const { approvalId, approved = null, items, reason = '', scope = 'once', by } = answer;
    return this.approvals.decide(approvalId, {
      approved,
      items,
      reason,
      scope,
      name: nameOfActor(by),
    });
  }

  /** Replays a run's stored events to the asking socket, however many there are. */
  @WidensRights(false)
  @SocketCommand('loadRun', readDone)
  loadRun({ runId }: RunCommand, client: SocketClient): Promise<void> {
    return client.replay(() => this.replay(runId, client));
  }

  private async replay(runId: string, client: SocketClient): Promise<void> {
    await this.runs.require(runId);
    if (await client.sendStored(this.events.ofRun(runId))) {
      this.log.debug(`replayed run ${runId}`);
    }
  }
}
