import { InjectQueue, OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { type Job, type Queue, WaitingError } from 'bullmq';
import { Redis } from 'ioredis';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { within } from '../../platform/process/within.js';
import { type LookAtRun, type Looked, RunQueue } from './run-queue.js';

export const runQueueName = 'runs';

const jobName = 'look';

/** How long the end of the process waits for Redis, ms. */
const closingMs = 500;

/** A job says "look at run X" and nothing more; its id is the run's. */
@Injectable()
export class RunJobs extends RunQueue {
  /** Runs that are being looked at because of a job. */
  private readonly looking = new Set<string>();
  /** Those of them that another replica is to go on with. */
  private readonly handedOver = new Set<string>();
  private readonly log: ScopedLogger;
  private processor: RunProcessor | undefined;
  private look: LookAtRun | undefined;
  private welcomed = 1;

  constructor(
    @InjectQueue(runQueueName) private readonly queue: Queue,
    logger: OfficeLogger,
  ) {
    super();
    this.log = logger.scope('fleet');
    // Told by the connection that it shares, once and not for each command.
    queue.on('error', () => undefined);
  }

  /** Used by `RunProcessor`, which hands over the jobs. */
  attach(processor: RunProcessor): void {
    this.processor = processor;
  }

  override offer(runId: string): void {
    if (this.looking.has(runId)) {
      this.handedOver.add(runId);
      return;
    }
    // Commands would pile up while the server is away.
    if (!isReady(this.queue)) return;
    this.queue.add(jobName, {}, { jobId: runId }).catch((thrown: unknown) => {
      this.log.debug(`run ${runId} is found by a replica that looks around: ${messageOf(thrown)}`);
    });
  }

  override start(look: LookAtRun): void {
    this.look = look;
    this.admit();
    this.processor?.worker.run().catch((thrown: unknown) => {
      this.log.warn(`runs are not taken from Redis any more: ${messageOf(thrown)}`);
    });
  }

  override announceCapacity(runs: number): void {
    this.welcomed = runs;
    this.admit();
  }

  override async stop(): Promise<void> {
    this.look = undefined;
    await within(closingMs, this.processor?.worker.pause(true) ?? Promise.resolve());
  }

  /** By force: no job is at hand any more, and without it BullMQ waits for a server that is away. */
  override async close(): Promise<void> {
    await within(closingMs, this.processor?.worker.close(true) ?? Promise.resolve());
  }

  /** Looks at the run of a job. Thrown: the job is to be done again, by another replica. */
  async process(job: Job, token: string | undefined): Promise<void> {
    const runId = job.id ?? '';
    if (this.look === undefined) return putBack(job, token);
    this.looking.add(runId);
    let looked: Looked;
    try {
      looked = await this.look(runId);
    } finally {
      this.looking.delete(runId);
      this.admit();
    }
    const isHandedOver = this.handedOver.delete(runId);
    if (isHandedOver || looked === 'no room') await putBack(job, token);
  }

  private admit(): void {
    if (this.processor === undefined || this.look === undefined) return;
    const { worker } = this.processor;
    const atOnce = this.looking.size + this.welcomed;
    // A worker at work takes one job at least. One that it waits for when it pauses is put back.
    worker.concurrency = Math.max(1, atOnce);
    if (atOnce === 0) void worker.pause(true);
    else if (worker.isPaused()) void worker.resume();
  }
}

function isReady({ opts: { connection } }: Queue): boolean {
  return connection instanceof Redis && connection.status === 'ready';
}

/** Leaves a job to another replica. */
async function putBack(job: Job, token: string | undefined): Promise<never> {
  await job.moveToWait(token);
  throw new WaitingError();
}

/**
 * Takes jobs from Redis. One that a dead replica left is given to another by BullMQ after a while;
 * its run was taken over long before.
 */
@Processor(runQueueName, {
  autorun: false,
  maxStalledCount: 1000,
  runRetryDelay: 1000,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
})
export class RunProcessor extends WorkerHost {
  constructor(private readonly jobs: RunJobs) {
    super();
    jobs.attach(this);
  }

  override process(job: Job, token?: string): Promise<void> {
    return this.jobs.process(job, token);
  }

  /** Told by the connection, once and not for each command. */
  @OnWorkerEvent('error')
  ignoreError(): void {
    // Without a listener it would end the process.
  }
}
