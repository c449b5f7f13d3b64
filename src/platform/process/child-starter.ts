import type { StartedElsewhere } from './child-starter.process.js';
import { HelperProcess, type HelperTimes } from './helper-process.js';
import type { ChildOutcome } from './run-child.js';
import { workerEntry } from './worker-entry.js';

/**
 * Runs children from a helper process. To start a child, the system copies the page tables of the
 * process that starts it, which takes time in proportion to its resident memory
 * (docs/benchmarks.md) and stops its event loop.
 */
export class ChildStarter extends HelperProcess<StartedElsewhere, ChildOutcome> {
  constructor(times?: HelperTimes) {
    super(workerEntry(import.meta.url, './child-starter.process'), times);
  }
}
