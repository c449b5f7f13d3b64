import { Entity } from 'typeorm';
import {
  DoubleColumn,
  FlagColumn,
  IntegerColumn,
  TextColumn,
  TextKey,
  TimeColumn,
} from '../../platform/database/columns.js';

/** The search text of a run, apart from the record, whose size would slow down searches. */
@Entity('run_search')
export class RunSearchEntity {
  @TextKey({ name: 'run_id' })
  runId!: string;

  @TextColumn({ name: 'workspace_id' })
  workspaceId!: string;

  /** `searchTextOf` the run at submission or, once it has ended, at its end. */
  @TextColumn({ name: 'search_text' })
  searchText!: string;

  /** `searchStemsOf` that text. */
  @TextColumn({ name: 'search_stems', default: '' })
  searchStems!: string;

  @TextColumn({ name: 'pipeline_id', default: '' })
  pipelineId!: string;

  /** The roles that took part, each between line feeds. */
  @TextColumn({ name: 'role_ids', default: '' })
  roleIds!: string;

  /** USD at the last change of the run other than by a turn. */
  @DoubleColumn({ name: 'spent_usd', default: 0 })
  spentUsd!: number;

  /** Time at work of a run that has ended, else 0. */
  @IntegerColumn({ name: 'worked_ms', default: 0 })
  workedMs!: number;

  /** A turn of the run changed files. */
  @FlagColumn({ default: 0 })
  changed!: boolean;

  @TimeColumn({ name: 'created_at' })
  createdAt!: number;
}
