import type { FileChangeKind } from '#protocol/records/enums.js';
import type { RunChanges, TurnRecord } from '#protocol/records/work.js';
import { unrecordedFiles } from '#protocol/rules/unrecorded-files.js';
import { type TurnChange, turnChanges } from './turn-changes.js';

/** A file of a run's change. */
export interface ShownFile {
  readonly path: string;
  /** What became of it in all; null: it is as before, or that is not known. */
  readonly kind: FileChangeKind | null;
  /** Lines; null where it is no text. */
  readonly added: number | null;
  readonly removed: number | null;
  readonly history: readonly TurnChange[];
}

export interface ShownChange {
  /** What changed in all; where that is not known, what turns changed. */
  readonly files: readonly ShownFile[];
  /** What turns changed, and is as before in the end. */
  readonly unchanged: readonly ShownFile[];
  /** What changed and is in no state. */
  readonly unrecorded: readonly string[];
  /** What else turns wrote. */
  readonly further: readonly string[];
}

/** @param changes as the service tells them; null: it does not */
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
