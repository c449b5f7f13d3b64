import { Entity } from 'typeorm';
import { TextKey, TimeColumn } from '../../platform/database/columns.js';

/** A run with a turn that was shown a fact. */
@Entity('fact_reads')
export class FactReadEntity {
  @TextKey({ name: 'fact_id' })
  factId!: string;

  @TextKey({ name: 'run_id' })
  runId!: string;

  /** Time of the last read, ms. */
  @TimeColumn()
  at!: number;
}
