import type { ChildEnd } from '../../platform/process/piped-child.js';
import { pluginCodeTexts } from '../../protocol/texts.js';
import { pluginLimits } from '../plugin-limits.js';

/** What the watch in a plugin's process writes before it ends the process. */
export const outOfMemoryMark = 'plugin-watch: over the memory limit';

/** What V8 writes when its own heap is full. */
const heapIsFull = /heap out of memory|allocation failed/i;

/** The reason of an end that nobody asked for. @param lastWords the end of its error output */
export function whyItEnded({ code, signal }: ChildEnd, lastWords: string): string {
  if (lastWords.includes(outOfMemoryMark) || heapIsFull.test(lastWords)) {
    return pluginCodeTexts.outOfMemory(pluginLimits.memoryMegabytes);
  }
  return pluginCodeTexts.ended(signal === null ? `exit code ${code}` : `signal ${signal}`);
}
