import { Entity } from 'typeorm';
import { TextKey, TimeColumn } from '../../platform/database/columns.js';

/** A run one of whose turns was shown a fact. */
@Entity('fact_reads')
export class FactReadEntity {
  @TextKey({ name: 'fact_id' })
  factId!: string;

  @TextKey({ name: 'run_id' })
  runId!: string;

  /** When it last happened, ms. */
  @TimeColumn()
  at!: number;
}
