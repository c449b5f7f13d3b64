import path from 'node:path';
import type { Run } from '../../protocol/records/work.js';

/** True if one run works in the folder of the other, in one above it or below it. */
export function sharesFiles(
  { workspacePath: one }: Pick<Run, 'workspacePath'>,
  { workspacePath: other }: Pick<Run, 'workspacePath'>,
): boolean {
  return isInside(one, other) || isInside(other, one);
}

function isInside(directory: string, other: string): boolean {
  const relative = path.relative(other, directory);
  return relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
}
