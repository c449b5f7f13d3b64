import { Entity } from 'typeorm';
import {
  FlagColumn,
  IntegerColumn,
  TextColumn,
  TextKey,
  TimeColumn,
} from '../../platform/database/columns.js';

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
