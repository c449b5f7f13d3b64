import { Entity } from 'typeorm';
import {
  FlagColumn,
  IntegerColumn,
  JsonColumn,
  TextColumn,
  TextKey,
  TimeColumn,
} from '../../platform/database/columns.js';
import type { RunStatus } from '../../protocol/records/enums.js';
import type { Run, RunInstruction } from '../../protocol/records/work.js';
import { type RunProgress, withProgress } from './run-progress.js';

/** One run: the whole record, and beside it what is asked for by query. */
@Entity('runs')
export class RunEntity {
  @TextKey()
  id!: string;

  @TextColumn({ name: 'workspace_id' })
  workspaceId!: string;

  @TextColumn()
  status!: RunStatus;

  /** The record as it was when something other than a turn last changed it. */
  @JsonColumn({ name: 'record_json' })
  stored!: Run;

  /** What turns have changed since; null: nothing. */
  @JsonColumn({ name: 'progress_json', nullable: true })
  progress!: RunProgress | null;

  /** What people have added; null: nothing. */
  @JsonColumn({ name: 'steering_json', nullable: true })
  instructions!: readonly RunInstruction[] | null;

  /** Version of the stored journal (engine/journal/journal-version.ts). */
  @IntegerColumn({ name: 'journal_version' })
  journalVersion!: number;

  /** The approval policy pinned at submission. */
  @FlagColumn({ name: 'auto_approve_shell' })
  autoApproveShell!: boolean;

  /** What was found in the workspace; null: nobody has looked yet. */
  @TextColumn({ name: 'repository_brief', nullable: true })
  repositoryBrief!: string | null;

  @TimeColumn({ name: 'created_at' })
  createdAt!: number;

  /** Its place among the runs that wait (queue/run-order.ts). */
  @IntegerColumn({ name: 'queue_place', default: 0 })
  queuePlace!: number;

  /** Null until the run is final. */
  @TimeColumn({ name: 'ended_at', nullable: true })
  endedAt!: number | null;

  /** Set by cancel, carried out by the holder of the lease, now or after a restart. */
  @TimeColumn({ name: 'cancel_requested_at', nullable: true })
  cancelRequestedAt!: number | null;

  /** The run as it is. */
  get record(): Run {
    const { stored, progress, instructions } = this;
    const record = progress === null ? stored : withProgress(stored, progress);
    return instructions === null ? record : { ...record, instructions };
  }
}
