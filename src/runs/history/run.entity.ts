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
import type { RunDeed } from '../../protocol/records/evidence.js';
import type { RunComment } from '../../protocol/records/change-review.js';
import type { Run, RunInstruction } from '../../protocol/records/work.js';
import { type RunProgress, withProgress } from './run-progress.js';

/** Comments, with the time of their latest change. */
export interface StoredComments {
  readonly at: number;
  readonly comments: readonly RunComment[];
}

/** One run: its record, and columns for queries. */
@Entity('runs')
export class RunEntity {
  @TextKey()
  id!: string;

  @TextColumn({ name: 'workspace_id' })
  workspaceId!: string;

  @TextColumn()
  status!: RunStatus;

  /** The record at its last change other than by a turn. */
  @JsonColumn({ name: 'record_json' })
  stored!: Run;

  /** Later changes by turns; null: none. */
  @JsonColumn({ name: 'progress_json', nullable: true })
  progress!: RunProgress | null;

  /** Instructions that people have added; null: none. */
  @JsonColumn({ name: 'steering_json', nullable: true })
  instructions!: readonly RunInstruction[] | null;

  /** Deeds done with its change after its end; null: none. */
  @JsonColumn({ name: 'deeds_json', nullable: true })
  deeds!: readonly RunDeed[] | null;

  /** Comments on its change; null: none. */
  @JsonColumn({ name: 'comments_json', nullable: true })
  comments!: StoredComments | null;

  /** Version of the stored journal (engine/journal/journal-version.ts). */
  @IntegerColumn({ name: 'journal_version' })
  journalVersion!: number;

  /** The approval policy pinned at submission. */
  @FlagColumn({ name: 'auto_approve_shell' })
  autoApproveShell!: boolean;

  /** The survey of the workspace; null: not made yet. */
  @TextColumn({ name: 'repository_brief', nullable: true })
  repositoryBrief!: string | null;

  @TimeColumn({ name: 'created_at' })
  createdAt!: number;

  /** Its place among the waiting runs (queue/run-order.ts). */
  @IntegerColumn({ name: 'queue_place', default: 0 })
  queuePlace!: number;

  /** Null until the run is final. */
  @TimeColumn({ name: 'ended_at', nullable: true })
  endedAt!: number | null;

  /** Set by a cancellation and carried out by the lease's holder, now or after a restart. */
  @TimeColumn({ name: 'cancel_requested_at', nullable: true })
  cancelRequestedAt!: number | null;

  /** The present run. */
  get record(): Run {
    const { stored, progress, instructions, deeds, comments } = this;
    const record = progress === null ? stored : withProgress(stored, progress);
    return {
      ...record,
      ...(instructions !== null && { instructions }),
      ...(deeds !== null && { changes: deeds }),
      ...(comments !== null && { commentsAt: comments.at }),
    };
  }
}
