import { endOf } from '#platform/clock.js';
import type { SnapshotsService, Trees } from '#runs/changes/snapshots.service.js';

/** A call's file changes, as far as known. */
interface Changes {
  /** Null: the call only reads, or nothing could be recorded. */
  readonly trees: Trees | null;
  /** Paths written during the call. */
  readonly paths: readonly string[];
}

const nothing: Changes = { trees: null, paths: [] };

/**
 * Tracks the workspace around a tool call that may change files. Overlapping calls see and share
 * each other's changes.
 */
export class CallChanges {
  private before: string | null = null;
  private beganAt = 0;
  private beforeAt = 0;

  /** @param watches false: the call only reads, and nothing is recorded */
  constructor(
    private readonly snapshots: Pick<SnapshotsService, 'take' | 'changes'>,
    private readonly workspacePath: string,
    private readonly watches: boolean,
  ) {}

  /** To be called before the call acts, and again after it has waited for a person. */
  async begin(): Promise<void> {
    if (!this.watches) return;
    // File times are compared with it, so it is the machine's clock.
    this.beganAt = Date.now();
    this.before = await this.snapshots.take(this.workspacePath);
    this.beforeAt = Date.now();
  }

  /** @param told the tool lists all its writes itself */
  async end(told: boolean): Promise<Changes> {
    const { before, beforeAt, beganAt, workspacePath } = this;
    if (before === null) return nothing;
    const after = await this.snapshots.take(workspacePath, !told);
    if (after === null) return nothing;
    const states = { before, after, beforeAt, afterAt: endOf(beforeAt, Date.now()) };
    const changes = await this.snapshots.changes(workspacePath, states, beganAt);
    const { paths, directories, unrecorded } = changes;
    const trees = {
      ...states,
      ...(directories.length > 0 && { directories }),
      ...(unrecorded.length > 0 && { unrecorded }),
    };
    return { trees, paths };
  }
}
