import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { outOfMemoryMark } from '../why-it-ended.js';

/** What the watch looks at. */
export interface Watched {
  /** Resident memory of the whole process. */
  readonly limitBytes: number;
  /** The process of the office. */
  readonly officeId: number;
}

const intervalMs = 100;
const stderr = 2;

/**
 * Watches the process from a thread of its own, so that no loop of the plugin keeps it from looking.
 * It ends the process when it has taken more memory than it may (buffers count as well as the heap,
 * which is all that V8 would limit), and when the office is gone: nobody else would end it then.
 */
function watch({ limitBytes, officeId }: Watched): never {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    Atomics.wait(sleeper, 0, 0, intervalMs);
    if (process.memoryUsage.rss() > limitBytes) {
      writeSync(stderr, outOfMemoryMark);
      process.kill(process.pid, 'SIGKILL');
    }
    if (process.ppid !== officeId) process.kill(process.pid, 'SIGKILL');
  }
}

watch(workerData as Watched);
