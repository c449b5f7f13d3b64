import { Entity } from 'typeorm';
import { TextColumn, TextKey, TimeColumn } from '../../platform/database/columns.js';

/**
 * What a run is found by. Beside the record, whose size would make a search over all runs slow.
 */
@Entity('run_search')
export class RunSearchEntity {
  @TextKey({ name: 'run_id' })
  runId!: string;

  @TextColumn({ name: 'workspace_id' })
  workspaceId!: string;

  /** `searchTextOf` of the run as it was handed in or, once it has ended, as it ended. */
  @TextColumn({ name: 'search_text' })
  searchText!: string;

  @TimeColumn({ name: 'created_at' })
  createdAt!: number;
}
