import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { repositoryRoot } from './run-program.js';

/** Response times of `/api/health`, requested one after another in its own thread. */
export class HealthSampler {
  private constructor(private readonly thread: Worker) {}

  static begin(port: number): HealthSampler {
    const file = join(repositoryRoot, 'test/support/sample-health.mjs');
    return new HealthSampler(new Worker(file, { workerData: { port }, execArgv: [] }));
  }

  /** All response times since the start, ms. */
  async end(): Promise<readonly number[]> {
    const told = once(this.thread, 'message') as Promise<[readonly number[]]>;
    this.thread.postMessage('end');
    const [waits] = await told;
    await this.thread.terminate();
    return waits;
  }
}
