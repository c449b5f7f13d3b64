import { Entity } from 'typeorm';
import { TextColumn, TextKey } from '#platform/database/columns.js';

/** The git worktree of a run and of those that go on from it. */
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

  /** Its part of the repository: `worktrees/<name>` there. */
  @TextColumn({ name: 'git_directory' })
  gitDirectory!: string;

  /** The folder of the floor, from which it was made and into which its change is merged. */
  @TextColumn()
  workspace!: string;

  /** `delivering`: its change is being merged; `closed`: its folder is gone, or about to go. */
  @TextColumn()
  state!: 'kept' | 'delivering' | 'closed';

  /** The process that merges; null: none. */
  @TextColumn({ nullable: true })
  carrier!: string | null;
}
