import { Entity } from 'typeorm';
import {
  IntegerColumn,
  JsonColumn,
  TextColumn,
  TextKey,
  TimeColumn,
} from '../../platform/database/columns.js';
import type { TurnOutcome } from '../../models/signals/learned/turn-outcomes.js';
import type { ApprovalStatus } from '../../protocol/records/enums.js';
import type { Approval, Artifact, TurnRecord } from '../../protocol/records/work.js';

/** A settled turn. */
@Entity('turns')
export class TurnEntity {
  @TextKey()
  id!: string;

  @TextColumn({ name: 'run_id' })
  runId!: string;

  @TextColumn({ name: 'stage_id' })
  stageId!: string;

  /** Step key of the turn, by which a resumed stage finds it. */
  @TextColumn({ name: 'step_key' })
  stepKey!: string;

  @JsonColumn({ name: 'record_json' })
  record!: TurnRecord;

  /**
   * The turn's outcome for its models, so that learning reads no whole records; null: a copied
   * turn.
   */
  @JsonColumn({ name: 'outcome_json' })
  outcome!: TurnOutcome | null;

  @TimeColumn({ name: 'started_at' })
  startedAt!: number;
}

@Entity('artifacts')
export class ArtifactEntity {
  @TextKey()
  id!: string;

  @TextColumn({ name: 'run_id' })
  runId!: string;

  @JsonColumn({ name: 'record_json' })
  record!: Artifact;

  @TimeColumn({ name: 'created_at' })
  createdAt!: number;

  /** Order among equal times. */
  @IntegerColumn()
  position!: number;
}

/** A question to a person, with the time at which silence counts as a refusal. */
@Entity('approvals')
export class ApprovalEntity {
  @TextKey()
  id!: string;

  @TextColumn({ name: 'run_id' })
  runId!: string;

  /** Key of the asking step. */
  @TextColumn({ name: 'step_key' })
  stepKey!: string;

  @TextColumn()
  status!: ApprovalStatus;

  @JsonColumn({ name: 'record_json' })
  record!: Approval;

  @TimeColumn({ name: 'requested_at' })
  requestedAt!: number;

  @TimeColumn({ name: 'due_at' })
  dueAt!: number;

  /** Delivery only: the process that carries it out; null: nothing is to be carried out. */
  @TextColumn({ nullable: true })
  carrier!: string | null;

  /** Delivery only: message of its single commit; null: the office writes the messages. */
  @TextColumn({ name: 'commit_message', nullable: true })
  message!: string | null;

  /** Grant key that a yes also grants to other questions; null: none. */
  @TextColumn({ name: 'grant_key', nullable: true })
  grantKey!: string | null;
}

/**
 * Permission for the commands of a run, or of a whole floor, to run in a sandbox without asking.
 */
@Entity('allowed_sandboxes')
export class AllowedSandboxEntity {
  @TextKey({ name: 'workspace_id' })
  workspaceId!: string;

  /** Empty: every run of the floor. */
  @TextKey({ name: 'run_id' })
  runId!: string;

  @TextColumn({ name: 'approval_id' })
  approvalId!: string;

  @TimeColumn({ name: 'allowed_at' })
  allowedAt!: number;

  /** Name of the person; null: none. */
  @TextColumn({ name: 'allowed_by', nullable: true })
  allowedBy!: string | null;
}

/** Permission for a check to run on a floor without asking. */
@Entity('allowed_checks')
export class AllowedCheckEntity {
  @TextKey({ name: 'workspace_id' })
  workspaceId!: string;

  @TextKey()
  command!: string;

  @TextColumn()
  definition!: string;

  @TextColumn({ name: 'approval_id' })
  approvalId!: string;

  @TimeColumn({ name: 'allowed_at' })
  allowedAt!: number;

  /** Name of the person; null: none. */
  @TextColumn({ name: 'allowed_by', nullable: true })
  allowedBy!: string | null;
}
