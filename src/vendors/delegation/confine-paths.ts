import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { PathRefusedError } from '../../platform/paths/path-refused-error.js';

export interface ConfinedPaths {
  /** Relative to the workspace, with `/`. */
  readonly inside: readonly string[];
  /** Number of those left out. */
  readonly outside: number;
}

/** The reported paths inside the workspace, judged like a tool's. */
export async function confinePaths(
  paths: readonly string[],
  workspace: string,
): Promise<ConfinedPaths> {
  const root = new ConfinedRoot(workspace);
  const inside = new Set<string>();
  let outside = 0;
  for (const path of paths) {
    try {
      inside.add(root.relative(await root.check(path)));
    } catch (error) {
      if (!(error instanceof PathRefusedError)) throw error;
      outside += 1;
    }
  }
  inside.delete('.');
  return { inside: [...inside], outside };
}
