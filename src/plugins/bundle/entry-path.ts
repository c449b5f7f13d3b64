import path from 'node:path';
import { RefusedError } from '../../platform/errors/office-error.js';
import { resolveLexically } from '../../platform/paths/resolve-lexically.js';
import { bundleTexts } from '../../protocol/texts/marketplace.js';
import { pluginLimits } from '../plugin-limits.js';

const partBytes = 255;
const control = /\p{Cc}/u;

/**
 * Converts an archive entry's name into a path below the plugin's directory, with `/` as separator
 * and no trailing slash; empty for the directory itself.
 *
 * @throws RefusedError
 */
export function entryPath(name: string): string {
  const slashed = name.replaceAll('\\', '/');
  if (slashed.trim() === '') throw new RefusedError(bundleTexts.emptyPath);
  if (slashed.startsWith('/') || /^[a-z]:/i.test(slashed)) {
    throw new RefusedError(bundleTexts.absolute(name));
  }
  const parts = path.posix
    .normalize(slashed)
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw new RefusedError(bundleTexts.escapes(name));
  if (parts.length > pluginLimits.bundleDepth) {
    throw new RefusedError(bundleTexts.tooDeep(name, pluginLimits.bundleDepth));
  }
  if (!parts.every((part) => isStorable(part))) throw new RefusedError(bundleTexts.unusable(name));
  return parts.join('/');
}

/**
 * True if every file system accepts the name literally: no device, no stream, not too long, and no
 * ending that Windows drops, which would turn `.. ` into a parent directory.
 */
function isStorable(part: string): boolean {
  if (control.test(part) || /[. ]$/.test(part)) return false;
  if (Buffer.byteLength(part) > partBytes) return false;
  try {
    resolveLexically('/', part, path.posix);
    return true;
  } catch {
    return false;
  }
}
