import type { FileChange } from '../../protocol/records/change-review.js';
import { listCommand, readChanges, sectionsOf } from './diff-commands.js';
import { patchFile, sectionEdges } from './patch-file.js';
import { SnapshotError } from './shadow-git.js';
import type { ShadowRepository } from './shadow-repository.js';

/** The files that differ between two trees, and the file with their patches in the same order. */
export interface TreeDiff {
  readonly files: readonly FileChange[];
  /** Null: it takes too long to make. */
  readonly patch: { readonly file: string; readonly bytes: number } | null;
}

/** @throws SnapshotError */
export async function treeDiff(
  repository: ShadowRepository,
  before: string,
  after: string,
): Promise<TreeDiff> {
  const [listed, file] = await Promise.all([
    repository.run({ args: [...listCommand, before, after] }),
    patchFile(repository, before, after).catch(unlessTooLarge),
  ]);
  const changes = readChanges(listed);
  if (file === null) {
    return { files: changes.map((each) => ({ ...each, patchBytes: null })), patch: null };
  }
  const edges = await sectionEdges(file);
  let section = 0;
  const files = changes.map((each): FileChange => {
    const from = edges[section] ?? 0;
    section += sectionsOf(each.kind);
    return { ...each, patchBytes: (edges[section] ?? 0) - from };
  });
  if (section !== edges.length - 1) {
    throw new Error(`git lists ${section} parts of a patch, which has ${edges.length - 1}`);
  }
  return { files, patch: { file, bytes: edges.at(-1) ?? 0 } };
}

function unlessTooLarge(thrown: unknown): null {
  if (thrown instanceof SnapshotError && thrown.isLasting) return null;
  throw thrown;
}
