import type { FileChangeKind } from '#protocol/records/enums.js';
import type { RunChanges } from '#protocol/records/change-review.js';
import type { TurnRecord } from '#protocol/records/work.js';
import { unrecordedFiles } from '#protocol/rules/unrecorded-files.js';
import { type TurnChange, turnChanges } from './turn-changes.js';

/** A file in a run's change. */
export interface ShownFile {
  readonly path: string;
  /** Net change; null if it ends unchanged or that is not known. */
  readonly kind: FileChangeKind | null;
  /** Number of lines; null for a binary file. */
  readonly added: number | null;
  readonly removed: number | null;
  readonly history: readonly TurnChange[];
  /** Id of what it holds; absent: not known. */
  readonly content?: string;
}

export interface ShownChange {
  /** The net changes; if these are not known, the changes of turns. */
  readonly files: readonly ShownFile[];
  /** Files that turns changed and that end unchanged. */
  readonly unchanged: readonly ShownFile[];
  /** Changed files that no recorded state has. */
  readonly unrecorded: readonly string[];
  /** Other files that turns wrote. */
  readonly further: readonly string[];
}

/** @param changes as returned by the service; null if it has none */
export function shownChange(turns: readonly TurnRecord[], changes: RunChanges | null): ShownChange {
  const history = turnChanges(turns);
  const ofTurns = [...history].map(([path, own]) => fromTurns(path, own)).sort(byPath);
  const files =
    changes?.files.map((file) => ({ ...file, history: history.get(file.path) ?? [] })) ?? ofTurns;
  const known = new Set(files.map(({ path }) => path));
  const unchanged = ofTurns.filter(({ path }) => !known.has(path));
  const unrecorded = changes?.unrecorded ?? unrecordedFiles(turns);
  const named = new Set([...known, ...history.keys(), ...unrecorded]);
  const written = new Set(turns.flatMap(({ wroteFiles }) => wroteFiles));
  const further = [...written].filter((path) => !named.has(path)).sort();
  return { files, unchanged, unrecorded, further };
}

function fromTurns(path: string, history: readonly TurnChange[]): ShownFile {
  const sum = (of: 'added' | 'removed') => history.reduce((total, { file }) => total + file[of], 0);
  return { path, kind: null, added: sum('added'), removed: sum('removed'), history };
}

function byPath(a: ShownFile, b: ShownFile): number {
  return a.path < b.path ? -1 : 1;
}
