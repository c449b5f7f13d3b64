import { loadScript } from './load-script.js';

interface Runtime {
  bundledNode(channel: string): string;
}

/**
 * The program of the oldest Node under which the scripts can begin, downloaded from npm if missing.
 */
export async function olderNode(): Promise<string> {
  return (await loadScript<Runtime>('runtime.mjs')).bundledNode('oldest');
}
