import { fileURLToPath } from 'node:url';

const sources = /\/src\/(.*)$/;

/**
 * The compiled file of a worker thread, named relative to its module, without extension. Threads
 * cannot run TypeScript: from sources (in tests) the file under `dist/` is used, which `npm test`
 * has built.
 */
export function workerEntry(importMetaUrl: string, name: string): string {
  const compiled = importMetaUrl.endsWith('.ts')
    ? importMetaUrl.replace(sources, '/dist/$1')
    : importMetaUrl;
  return fileURLToPath(new URL(`${name}.js`, compiled));
}
