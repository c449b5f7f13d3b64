import { pause } from '../../src/platform/process/pause.js';

/**
 * Resolves once the condition holds, for state without change events. Checks twenty times a second,
 * because polling without pauses would slow down the awaited work.
 */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(50);
}
