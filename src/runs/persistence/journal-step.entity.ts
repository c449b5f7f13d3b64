import { Entity } from 'typeorm';
import { JsonColumn, TextColumn, TextKey, TimeColumn } from '../../platform/database/columns.js';

/**
 * `started`: the effect may have begun. `awaiting`: it waits for a person and has not begun.
 * `settled`: the value is its result.
 */
export type StepState = 'started' | 'awaiting' | 'settled';

/** One memoised step of a run at work; a run that is final has none. */
@Entity('journal_steps')
export class JournalStepEntity {
  @TextKey({ name: 'run_id' })
  runId!: string;

  /** Stable inside its run: `<stage>/<turn>/m1/t2`. */
  @TextKey()
  key!: string;

  @TextColumn()
  state!: StepState;

  @JsonColumn({ name: 'value_json', nullable: true })
  value!: unknown;

  @TimeColumn()
  at!: number;
}
