import { readFileSync } from 'node:fs';

/** The packages of a lock file by path; undefined if there is no such file. */
export function readPackages(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * What each installation level includes: starting needs `production`, tests and checks
 * `everything`.
 */
const belongs = {
  production: (entry) => entry.dev !== true,
  everything: () => true,
};

/**
 * The packages of the lock file that a level needs, by path; optional ones may be missing on a
 * platform.
 */
export function neededAt(level, locked) {
  const entries = Object.entries(locked).filter(([path]) => path !== '');
  return Object.fromEntries(entries.filter(([, entry]) => belongs[level](entry)));
}

/**
 * True if the packages that npm recorded as installed match the lock file. npm records them after a
 * successful install, also after a plain `npm install` of one package.
 */
export function isComplete(needed, present) {
  return Object.entries(needed).every(([path, entry]) => {
    const installed = present[path];
    if (!installed) return entry.optional === true;
    return installed.version === entry.version && installed.integrity === entry.integrity;
  });
}
