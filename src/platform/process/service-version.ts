import { readFileSync } from 'node:fs';

/** The version in package.json; `unknown` if it cannot be read. */
export function readServiceVersion(packageFile: URL = ownPackageFile): string {
  try {
    const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version?: unknown };
    return typeof version === 'string' ? version : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** The same relative path from `src/platform/process` and from `dist/platform/process`. */
const ownPackageFile = new URL('../../../package.json', import.meta.url);

export const serviceVersion = readServiceVersion();
