import type { ApprovedFile } from '../records/approval-parts.js';

/** Paths of files that differ from before, or are in only one of the lists. */
export function changedFiles(
  before: readonly ApprovedFile[] = [],
  now: readonly ApprovedFile[] = [],
): readonly string[] {
  const hashes = new Map(before.map(({ path, hash }) => [path, hash]));
  const others = now.filter(({ path, hash }) => hashes.get(path) !== hash);
  const paths = new Set(now.map(({ path }) => path));
  return [...others, ...before.filter(({ path }) => !paths.has(path))].map(({ path }) => path);
}
