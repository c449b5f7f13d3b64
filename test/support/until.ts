import { pause } from '../../src/platform/process/pause.js';

/**
 * Resolves once it holds, for what tells nobody when it changes. It looks twenty times a second:
 * who looks without a pause takes the processor from what is waited for.
 */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(50);
}
