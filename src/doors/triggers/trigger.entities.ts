import { Entity } from 'typeorm';
import {
  DoubleColumn,
  FlagColumn,
  JsonColumn,
  TextColumn,
  TextKey,
  TimeColumn,
} from '../../platform/database/columns.js';
import type {
  DeliverySource,
  DeliveryState,
  TriggerKind,
} from '../../protocol/records/triggers.js';
import type { TriggerSpec } from './trigger-spec.js';

@Entity('triggers')
export class TriggerEntity {
  @TextKey()
  id!: string;

  @TextColumn()
  kind!: TriggerKind;

  @TextColumn()
  name!: string;

  @FlagColumn()
  paused!: boolean;

  @TimeColumn({ name: 'created_at' })
  createdAt!: number;

  @TextColumn({ name: 'created_by', nullable: true })
  createdBy!: string | null;

  @JsonColumn({ name: 'spec_json' })
  spec!: TriggerSpec;

  /** The secret that signs bodies; in no answer. */
  @TextColumn({ nullable: true })
  secret!: string | null;

  /** Next due time of a schedule; null: none. */
  @TimeColumn({ name: 'next_at', nullable: true })
  nextAt!: number | null;
}

/** One delivery of a schedule or a hook, unique by its key. */
@Entity('trigger_deliveries')
export class TriggerDeliveryEntity {
  @TextKey()
  id!: string;

  @TextColumn({ name: 'trigger_id' })
  triggerId!: string;

  /** Unique within the trigger: its due time, or the caller's id of the delivery. */
  @TextColumn()
  key!: string;

  @TimeColumn()
  at!: number;

  @TextColumn()
  source!: DeliverySource;

  @TextColumn()
  state!: DeliveryState;

  @TextColumn({ name: 'run_id', nullable: true })
  runId!: string | null;

  @TextColumn({ nullable: true })
  message!: string | null;

  /** Ceiling of the run, USD. */
  @DoubleColumn({ name: 'limit_usd' })
  limitUsd!: number;

  /** What the run has spent, USD; null: it has not ended. */
  @DoubleColumn({ name: 'spent_usd', nullable: true })
  spentUsd!: number | null;
}
