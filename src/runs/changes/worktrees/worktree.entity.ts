import { Entity } from 'typeorm';
import { TextColumn, TextKey } from '#platform/database/columns.js';

/** The git worktree of a run and of the runs that continue it. */
@Entity('worktrees')
export class WorktreeEntity {
  /** Id of the run for which it was made. */
  @TextKey()
  name!: string;

  /** The latest run in it. */
  @TextColumn({ name: 'run_id' })
  runId!: string;

  /** Its folder. */
  @TextColumn()
  root!: string;

  /** Its administrative folder in the repository: `worktrees/<name>`. */
  @TextColumn({ name: 'git_directory' })
  gitDirectory!: string;

  /** The floor's folder: the worktree was made from it, and its change is merged into it. */
  @TextColumn()
  workspace!: string;

  /** `delivering`: its change is being merged; `closed`: its folder is removed or will be. */
  @TextColumn()
  state!: 'kept' | 'delivering' | 'closed';

  /** The process that merges; null: none. */
  @TextColumn({ nullable: true })
  carrier!: string | null;
}
