/** File changes of a turn. */
export interface TurnDiff {
  readonly files: readonly FileDiff[];
  /** True: files, or the patches of some, were left out. */
  readonly truncated: boolean;
  /** Ids of the recorded workspace states before and after the turn. */
  readonly before: string;
  readonly after: string;
  /** Times of these states, ms; absent in earlier records. */
  readonly beforeAt?: number;
  readonly afterAt?: number;
  /** Directories that were made or removed, or whose permissions changed. */
  readonly directories?: readonly string[];
  /**
   * Changed paths that no state holds because they are ignored, too large or unreadable; a
   * directory ends with `/`.
   */
  readonly unrecorded?: readonly string[];
}

export interface FileDiff {
  /** Relative to the workspace. */
  readonly path: string;
  /** Lines; 0 for a binary file. */
  readonly added: number;
  readonly removed: number;
  /** Complete, in git's format; empty if left out. */
  readonly patch: string;
}
