import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Job, type Queue, WaitingError } from 'bullmq';
import { EventEmitter } from 'node:events';
import { SystemClock } from '../../platform/clock.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import { RunJobs, type RunProcessor } from './run-jobs.js';
import type { LookResult } from './run-queue.js';

const logger = new OfficeLogger({ clock: new SystemClock(), level: 'error' });

/** The parts of a BullMQ worker that `RunJobs` uses. */
class FakeWorker {
  concurrency = 1;
  private paused = false;

  run = (): Promise<void> => Promise.resolve();
  pause = async (): Promise<void> => void (this.paused = true);
  resume = async (): Promise<void> => void (this.paused = false);
  isPaused = (): boolean => this.paused;

  /** Jobs accepted at once. */
  get takes(): number {
    return this.paused ? 0 : this.concurrency;
  }
}

describe('jobs of runs', () => {
  let worker: FakeWorker;
  let jobs: RunJobs;
  let putBack: string[];
  let looks: Map<string, PromiseWithResolvers<LookResult>>;

  beforeEach(() => {
    worker = new FakeWorker();
    jobs = new RunJobs(new EventEmitter() as unknown as Queue, logger);
    jobs.attach({ worker } as unknown as RunProcessor);
    putBack = [];
    looks = new Map();
    jobs.start((runId) => {
      const look = Promise.withResolvers<LookResult>();
      looks.set(runId, look);
      return look.promise;
    });
  });

  const take = (id: string): Promise<void> => {
    const moveToWait = async (): Promise<void> => void putBack.push(id);
    return jobs.process({ id, moveToWait } as unknown as Job, 'token');
  };
  const end = (runId: string, looked: LookResult): void => looks.get(runId)?.resolve(looked);

  it('are taken as many at once as are looked at and announced', async () => {
    jobs.announceCapacity(3);
    expect(worker.takes).toBe(3);
    const taken = take('run_1');
    jobs.announceCapacity(2);
    expect(worker.takes).toBe(3);
    jobs.announceCapacity(0);
    expect(worker.takes).toBe(1);
    end('run_1', 'done');
    await taken;
    expect([worker.takes, putBack]).toEqual([0, []]);
  });

  it('are not taken while no capacity is announced, and again once something is', () => {
    jobs.announceCapacity(0);
    expect(worker.takes).toBe(0);
    jobs.announceCapacity(1);
    expect(worker.takes).toBe(1);
  });

  it('are left to other replicas where there is no room', async () => {
    jobs.announceCapacity(0);
    const taken = take('run_1');
    end('run_1', 'no room');
    await expect(taken).rejects.toBeInstanceOf(WaitingError);
    expect([worker.takes, putBack]).toEqual([0, ['run_1']]);
  });

  it('are left to others when their run is offered while it is looked at', async () => {
    const taken = take('run_1');
    jobs.offer('run_1');
    end('run_1', 'done');
    await expect(taken).rejects.toBeInstanceOf(WaitingError);
    expect(putBack).toEqual(['run_1']);
  });

  it('are left to others by a replica that stops', async () => {
    await jobs.stop();
    await expect(take('run_1')).rejects.toBeInstanceOf(WaitingError);
    expect([worker.takes, putBack, looks.size]).toEqual([0, ['run_1'], 0]);
  });
});
