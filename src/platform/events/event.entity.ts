import { Entity } from 'typeorm';
import { IntegerColumn, IntegerKey, TextColumn, TimeColumn } from '../database/columns.js';

/** One row of the numbered event log. */
@Entity('events')
export class EventEntity {
  @IntegerKey()
  seq!: number;

  @TextColumn({ name: 'run_id', nullable: true })
  runId!: string | null;

  @TextColumn()
  type!: string;

  /** The frame as sent. */
  @TextColumn({ name: 'payload_json' })
  payloadJson!: string;

  @TimeColumn()
  at!: number;
}

/** The single row with the last event number, locked until its transaction commits. */
@Entity('event_counter')
export class EventCounterEntity {
  @IntegerKey()
  id!: number;

  /** The last number given out. */
  @IntegerColumn()
  last!: number;
}
