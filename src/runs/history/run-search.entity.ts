import { Entity } from 'typeorm';
import { TextColumn, TextKey, TimeColumn } from '../../platform/database/columns.js';

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

  @TimeColumn({ name: 'created_at' })
  createdAt!: number;
}
