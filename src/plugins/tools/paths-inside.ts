import path from 'node:path';
import { resolveLexically } from '../../platform/paths/resolve-lexically.js';

/** The paths that lie in the workspace, relative to it with `/` between the parts, each once. */
export function pathsInside(root: string, candidates: readonly string[]): readonly string[] {
  return [...new Set(candidates.flatMap((candidate) => relativeTo(root, candidate) ?? []))];
}

function relativeTo(root: string, candidate: string): string | undefined {
  try {
    const relative = path.relative(root, resolveLexically(root, candidate));
    return relative.split(path.sep).join('/') || undefined;
  } catch {
    return undefined;
  }
}
