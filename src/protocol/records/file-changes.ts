import type { FileChangeKind } from './enums.js';

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

/** Body of `GET /runs/:id/changes`: all file changes of a run. */
export interface RunChanges {
  readonly runId: string;
  /** True: the run is at work; its settled turns are included, and more may follow. */
  readonly atWork: boolean;
  /** Changes whenever the file changes do. */
  readonly version: string;
  /** Sorted by path. */
  readonly files: readonly FileChange[];
  /** Bytes of the whole patch, which `GET /runs/:id/changes.patch` answers; null: too large. */
  readonly patchBytes: number | null;
  /**
   * Changed paths that no state holds because they are ignored, too large, unreadable, or were
   * written between recordings; a directory ends with `/`.
   */
  readonly unrecorded: readonly string[];
  /** Further remarks on the changes, as sentences. */
  readonly notes: readonly string[];
}

/** The difference of one file between the states before and after a run. */
export interface FileChange {
  /** Relative to the workspace. */
  readonly path: string;
  readonly kind: FileChangeKind;
  /** Lines; null for a binary file. */
  readonly added: number | null;
  readonly removed: number | null;
  /** Bytes of its patch; null: the patch is too large. */
  readonly patchBytes: number | null;
  /** Programs run it, or commands in it, when a person works in the folder; absent: none known. */
  readonly runByTools?: true;
}
