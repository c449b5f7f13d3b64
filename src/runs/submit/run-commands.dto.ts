import { runTexts } from '../../protocol/texts/runs.js';
import { type ApprovalScope, approvalScopes } from '../../protocol/records/enums.js';
import {
  NeededFlag,
  OptionalChoice,
  OptionalFlags,
  OptionalObject,
  OptionalString,
  RequiredString,
} from '../../platform/validation/fields.js';

/** Payload of commands that name a run. */
export class RunCommand {
  @RequiredString()
  runId!: string;
}

/** Payload of the `retryRun` command. */
export class RetryRunCommand extends RunCommand {
  @OptionalString()
  stage?: string;
}

/** Payload of the `steerRun` command. */
export class SteerRunCommand extends RunCommand {
  @OptionalString()
  text?: string;

  @OptionalObject()
  plan?: Record<string, unknown>;
}

/** Payload of the `revertRun` command. */
export class RevertRunCommand extends RunCommand {
  @OptionalString()
  turnId?: string;
}

/** Payload of the `deliverRun` command. */
export class DeliverRunCommand extends RunCommand {
  @RequiredString()
  branch!: string;
}

/** Payload of the `approve` command. */
export class ApproveCommand {
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
