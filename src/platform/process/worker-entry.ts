import { fileURLToPath } from 'node:url';

const sources = /\/src\/(.*)$/;

/**
 * The compiled file of a worker thread, named relative to the module that starts it and without
 * its ending. Threads cannot run TypeScript: from the sources (in tests) the compiled twin under
 * `dist/` is taken, which `npm test` has built before.
 */
export function workerEntry(importMetaUrl: string, name: string): string {
  const compiled = importMetaUrl.endsWith('.ts')
    ? importMetaUrl.replace(sources, '/dist/$1')
    : importMetaUrl;
  return fileURLToPath(new URL(`${name}.js`, compiled));
}
