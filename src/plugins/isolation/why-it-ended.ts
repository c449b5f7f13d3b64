import type { ChildEnd } from '../../platform/process/piped-child.js';
import { pluginCodeTexts } from '../../protocol/texts/plugin-code.js';
import { pluginLimits } from '../plugin-limits.js';

/** V8's messages when its heap is full. */
const heapIsFull = /heap out of memory|allocation failed/i;

/** The reason of an unexpected end. @param stderrTail the end of its error output */
export function whyItEnded({ code, signal }: ChildEnd, stderrTail: string): string {
  if (heapIsFull.test(stderrTail)) {
    return pluginCodeTexts.outOfMemory(pluginLimits.memoryMegabytes);
  }
  return pluginCodeTexts.ended(signal === null ? `exit code ${code}` : `signal ${signal}`);
}
