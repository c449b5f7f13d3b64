import { Entity } from 'typeorm';
import {
  IntegerColumn,
  JsonColumn,
  TextColumn,
  TextKey,
  TimeColumn,
} from '../../platform/database/columns.js';
import type { FailedTry, OutboxState } from './outbox-job.js';

/** A job outside the office. */
@Entity('outbox')
export class OutboxEntity {
  @TextKey()
  id!: string;

  @TextColumn()
  kind!: string;

  /** Unique: jobs with the same key are one row. */
  @TextColumn()
  key!: string;

  /** Id of the run, floor or trigger that it belongs to. */
  @TextColumn()
  subject!: string;

  @JsonColumn({ name: 'payload_json' })
  payload!: unknown;

  @TextColumn()
  state!: OutboxState;

  /** Number of attempts, including one in progress. */
  @IntegerColumn()
  attempts!: number;

  @TimeColumn({ name: 'created_at' })
  createdAt!: number;

  /** Time of the next attempt. */
  @TimeColumn({ name: 'next_at' })
  nextAt!: number;

  /** Time at which it was done or given up. */
  @TimeColumn({ name: 'settled_at', nullable: true })
  settledAt!: number | null;

  /** The process that carries it out; null: none. */
  @TextColumn({ nullable: true })
  carrier!: string | null;

  @TextColumn({ name: 'last_error', nullable: true })
  lastError!: string | null;

  /** The latest failed attempts. */
  @JsonColumn({ name: 'tries_json' })
  tries!: readonly FailedTry[];

  @JsonColumn({ name: 'result_json', nullable: true })
  result!: unknown;
}
