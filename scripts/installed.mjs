import { readFileSync } from 'node:fs';

/** The packages of a lock file by their path; undefined when there is no such file. */
export function readPackages(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** What a level of installation holds: starting needs `production`, tests and checks `everything`. */
const belongs = {
  production: (entry) => entry.dev !== true,
  everything: () => true,
};

/** The packages of the lock file that a level needs, by their path; platforms may lack some. */
export function neededAt(level, locked) {
  const entries = Object.entries(locked).filter(([path]) => path !== '');
  return Object.fromEntries(entries.filter(([, entry]) => belongs[level](entry)));
}

/**
 * Whether what npm wrote down as installed is what the lock file names. npm writes it once
 * everything went well, and also after a plain `npm install` of one package.
 */
export function isComplete(needed, present) {
  return Object.entries(needed).every(([path, entry]) => {
    const installed = present[path];
    if (!installed) return entry.optional === true;
    return installed.version === entry.version && installed.integrity === entry.integrity;
  });
}
