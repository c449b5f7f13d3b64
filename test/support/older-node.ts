import { loadScript } from './load-script.js';

interface Runtime {
  bundledNode(channel: string): string;
}

/** The program of the oldest Node that the scripts begin under, from the npm registry where it is missing. */
export async function olderNode(): Promise<string> {
  return (await loadScript<Runtime>('runtime.mjs')).bundledNode('oldest');
}
