import type { ApprovedFile } from '../records/approval-parts.js';

/** The paths that are not now as they were before. */
export function changedFiles(
  before: readonly ApprovedFile[] = [],
  now: readonly ApprovedFile[] = [],
): readonly string[] {
  const hashes = new Map(before.map(({ path, hash }) => [path, hash]));
  const others = now.filter(({ path, hash }) => hashes.get(path) !== hash);
  const paths = new Set(now.map(({ path }) => path));
  return [...others, ...before.filter(({ path }) => !paths.has(path))].map(({ path }) => path);
}
