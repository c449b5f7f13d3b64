import type { StartedElsewhere } from './child-starter.process.js';
import { HelperProcess, type HelperTimes } from './helper-process.js';
import type { ChildOutcome } from './run-child.js';
import { workerEntry } from './worker-entry.js';

/**
 * Starts children from a helper process. Forking copies the page tables of the starting process,
 * which takes time in proportion to its memory (docs/benchmarks.md) and blocks its event loop.
 */
export class ChildStarter extends HelperProcess<StartedElsewhere, ChildOutcome> {
  constructor(times?: HelperTimes) {
    super(workerEntry(import.meta.url, './child-starter.process'), times);
  }
}
