import { Entity } from 'typeorm';
import { JsonColumn, TextColumn, TextKey, TimeColumn } from '#platform/database/columns.js';

/** One memoised step of an active run; final runs have none. */
@Entity('journal_steps')
export class JournalStepEntity {
  @TextKey({ name: 'run_id' })
  runId!: string;

  /** Unique inside its run: `<stage>/<turn>/m1/t2`. */
  @TextKey()
  key!: string;

  /** A state of engine/journal/step-states.ts, unless another version wrote it. */
  @TextColumn()
  state!: string;

  @JsonColumn({ name: 'value_json', nullable: true })
  value!: unknown;

  @TimeColumn()
  at!: number;
}
