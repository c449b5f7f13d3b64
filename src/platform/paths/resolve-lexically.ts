import nodePath from 'node:path';
import type { PlatformPath } from 'node:path';
import { pathTexts } from '../../protocol/texts/paths.js';
import { PathRefusedError } from './path-errors.js';

const driveRelative = /^[A-Za-z]:(?![\\/])/;
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[1-9¹²³])$/i;

/**
 * The checks of docs/security.md, Files, that need no disk access. Names that are special only on
 * Windows are refused everywhere, so that files of one office can be opened by another.
 *
 * @returns the absolute path, at or below the root.
 * @throws PathRefusedError
 */
export function resolveLexically(
  root: string,
  candidate: unknown,
  paths: PlatformPath = nodePath,
): string {
  if (typeof candidate !== 'string' || candidate === '') {
    throw new PathRefusedError('empty', pathTexts.required);
  }
  if (candidate.includes('\0')) throw new PathRefusedError('nul', pathTexts.nul);
  if (driveRelative.test(candidate)) {
    throw new PathRefusedError('drive-relative', pathTexts.driveRelative(candidate));
  }
  if (candidate.slice(paths.parse(candidate).root.length).includes(':')) {
    throw new PathRefusedError('stream', pathTexts.stream(candidate));
  }
  if (candidate.split(/[\\/]/).some(isDeviceName)) {
    throw new PathRefusedError('device', pathTexts.device(candidate));
  }
  const resolved = paths.resolve(root, candidate);
  if (!isInside(root.toLowerCase(), resolved.toLowerCase(), paths)) {
    throw new PathRefusedError('escape', pathTexts.escapes(candidate, root));
  }
  return resolved;
}

/** True if the path is the root or below it; compared by parts, not as a text prefix. */
export function isInside(root: string, path: string, paths: PlatformPath = nodePath): boolean {
  const base = root.endsWith(paths.sep) ? root : root + paths.sep;
  return path === root || path + paths.sep === base || path.startsWith(base);
}

/** Windows reserves device names with any extension, and ignores trailing dots and blanks. */
function isDeviceName(component: string): boolean {
  const [stem = ''] = component.split('.');
  return deviceName.test(stem.trimEnd());
}
