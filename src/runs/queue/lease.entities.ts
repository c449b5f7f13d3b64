import { Entity } from 'typeorm';
import {
  FlagColumn,
  IntegerColumn,
  TextColumn,
  TextKey,
  TimeColumn,
} from '../../platform/database/columns.js';

/** The right to write to a run (docs/decisions/0003-journal.md). */
@Entity('run_leases')
export class RunLeaseEntity {
  @TextKey({ name: 'run_id' })
  runId!: string;

  /** Null: no process works on the run. */
  @TextColumn({ nullable: true })
  owner!: string | null;

  /** Rises with each owner; part of the condition of every write. */
  @IntegerColumn()
  fence!: number;

  /** Consecutive claims without a commit or an orderly release. */
  @IntegerColumn()
  tries!: number;

  /** No claims before this time, by the database's clock; null: any time. */
  @TimeColumn({ name: 'rests_until', nullable: true })
  restsUntil!: number | null;
}

/** A turn's slot on its floor, or its request for one; ends with its process. */
@Entity('turn_slots')
export class TurnSlotEntity {
  @TextKey()
  id!: string;

  @TextColumn({ name: 'workspace_id' })
  workspaceId!: string;

  /** As in `lease_holders`. */
  @TextColumn()
  owner!: string;

  /** Microseconds by the database's clock; slots are given in this order. */
  @TimeColumn({ name: 'asked_at' })
  askedAt!: number;

  @FlagColumn()
  held!: boolean;
}

/**
 * A process that holds leases, and until when they are valid. A separate row, which no commit of a
 * run locks, so it can be renewed during long transactions.
 */
@Entity('lease_holders')
export class LeaseHolderEntity {
  @TextKey()
  owner!: string;

  @TimeColumn({ name: 'expires_at' })
  expiresAt!: number;

  /** Group of the replica; null: none. */
  @TextColumn({ name: 'replica_group', nullable: true })
  replicaGroup!: string | null;
}
