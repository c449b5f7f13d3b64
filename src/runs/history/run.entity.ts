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

/** Who may write to a run (docs/decisions/0003-journal.md). */
@Entity('run_leases')
export class RunLeaseEntity {
  @TextKey({ name: 'run_id' })
  runId!: string;

  /** Null: no process works on the run. */
  @TextColumn({ nullable: true })
  owner!: string | null;

  /** Grows by one with each owner; stands in the condition of every write. */
  @IntegerColumn()
  fence!: number;

  /** Claims in a row after which nothing was committed, and the run was not given back either. */
  @IntegerColumn()
  tries!: number;

  /** Nobody claims the run before, by the clock of the database; null: it may be claimed. */
  @TimeColumn({ name: 'rests_until', nullable: true })
  restsUntil!: number | null;
}

/** A turn's place on its floor, or its wish for one; it ends with the process that asked. */
@Entity('turn_slots')
export class TurnSlotEntity {
  @TextKey()
  id!: string;

  @TextColumn({ name: 'workspace_id' })
  workspaceId!: string;

  /** As in `lease_holders`. */
  @TextColumn()
  owner!: string;

  /** Microseconds by the clock of the database: places go to who asked first. */
  @TimeColumn({ name: 'asked_at' })
  askedAt!: number;

  @FlagColumn()
  held!: boolean;
}

/**
 * A process that holds leases, and until when they all stand. It has a row of its own, which no
 * commit of a run locks: it can be renewed however long a transaction of the process lasts.
 */
@Entity('lease_holders')
export class LeaseHolderEntity {
  @TextKey()
  owner!: string;

  @TimeColumn({ name: 'expires_at' })
  expiresAt!: number;

  /** Of the replica; null: it belongs to none. */
  @TextColumn({ name: 'replica_group', nullable: true })
  replicaGroup!: string | null;
}
