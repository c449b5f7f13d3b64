import { readFileSync } from 'node:fs';

/** The version in the package file; `unknown` when that cannot be read. */
export function readServiceVersion(packageFile: URL = ownPackageFile): string {
  try {
    const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version?: unknown };
    return typeof version === 'string' ? version : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** The same three folders up from `src/platform/process` and from `dist/platform/process`. */
const ownPackageFile = new URL('../../../package.json', import.meta.url);

export const serviceVersion = readServiceVersion();
