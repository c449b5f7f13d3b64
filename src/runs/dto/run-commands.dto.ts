import { runTexts } from '../../protocol/texts/runs.js';
import { type ApprovalScope, approvalScopes } from '../../protocol/records/enums.js';
import {
  OptionalChoice,
  OptionalString,
  RequiredFlag,
  RequiredString,
} from '../../platform/validation/fields.js';

/** Payload of commands that name a run. */
export class RunCommand {
  @RequiredString()
  runId!: string;
}

/** Payload of the `revertRun` command. */
export class RevertRunCommand {
  @RequiredString()
  runId!: string;

  @OptionalString()
  turnId?: string;
}

/** Payload of the `deliverRun` command. */
export class DeliverRunCommand {
  @RequiredString()
  runId!: string;

  @RequiredString()
  branch!: string;
}

/** Payload of the `approve` command. */
export class ApproveCommand {
  @RequiredString()
  approvalId!: string;

  @RequiredFlag(runTexts.approvedBoolean)
  approved!: boolean;

  @OptionalString()
  reason?: string;

  @OptionalChoice(approvalScopes)
  scope?: ApprovalScope;
}
