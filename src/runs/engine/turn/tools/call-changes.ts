import { endOf } from '#platform/clock.js';
import type { BegunCall } from '#runs/changes/begun-calls.js';
import type { SnapshotsService, Trees } from '#runs/changes/snapshots.service.js';

/** A call's file changes, as far as known. */
interface Changes {
  /** Null: the call only reads, or nothing could be recorded. */
  readonly trees: Trees | null;
  /** Paths written during the call. */
  readonly paths: readonly string[];
}

type WatchedStates = Pick<
  SnapshotsService,
  'take' | 'changes' | 'keepBegun' | 'begun' | 'forgetBegun'
>;

const nothing: Changes = { trees: null, paths: [] };

/**
 * Tracks the workspace around a tool call that may change files. Overlapping calls see and share
 * each other's changes.
 */
export class CallChanges {
  private begun: BegunCall | null = null;

  /**
   * @param watches false: the call only reads, and nothing is recorded
   * @param key key under which the call's beginning is stored; null: other runs work in the folder,
   * too, so changes since then cannot be attributed to the call
   */
  constructor(
    private readonly snapshots: WatchedStates,
    private readonly workspacePath: string,
    private readonly watches: boolean,
    private readonly key: string | null = null,
  ) {}

  /** Takes the state before the call acts, and again after it has waited for a person. */
  async begin(): Promise<void> {
    if (!this.watches) return;
    // The machine's clock, because it is compared with file times.
    const beganAt = Date.now();
    const before = await this.snapshots.take(this.workspacePath);
    this.begun = before === null ? null : { before, beganAt, beforeAt: Date.now() };
    if (this.begun === null || this.key === null) return;
    await this.snapshots.keepBegun(this.workspacePath, this.key, this.begun);
  }

  /** The changes of a call that a kill cut off. */
  async endOfCutOff(): Promise<Changes> {
    if (!this.watches || this.key === null) return nothing;
    this.begun = await this.snapshots.begun(this.workspacePath, this.key);
    return this.end(false);
  }

  /** Forgets the call's beginning, because its end is recorded. */
  async settled(): Promise<void> {
    if (!this.watches || this.key === null) return;
    await this.snapshots.forgetBegun(this.workspacePath, this.key);
  }

  /** @param told the tool lists all its writes itself */
  async end(told: boolean): Promise<Changes> {
    const { begun, workspacePath } = this;
    if (begun === null) return nothing;
    const { before, beforeAt, beganAt } = begun;
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
