import { InjectQueue, OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { type Job, type Queue, WaitingError } from 'bullmq';
import { Redis } from 'ioredis';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { within } from '../../platform/process/within.js';
import { type LookAtRun, type LookResult, RunQueue } from './run-queue.js';

export const runQueueName = 'runs';

const jobName = 'look';

/** How long shutdown waits for Redis, ms. */
const closingMs = 500;

/** A queue in Redis. A job only says "look at run X"; its id is the run's. */
@Injectable()
export class RunJobs extends RunQueue {
  /** Runs being looked at because of a job. */
  private readonly looking = new Set<string>();
  /** Runs of these that another replica must continue. */
  private readonly handedOver = new Set<string>();
  private readonly log: ScopedLogger;
  private processor: RunProcessor | undefined;
  private look: LookAtRun | undefined;
  private announced = 1;

  constructor(
    @InjectQueue(runQueueName) private readonly queue: Queue,
    logger: OfficeLogger,
  ) {
    super();
    this.log = logger.scope('fleet');
    // Logged by the shared connection, once instead of per command.
    queue.on('error', () => undefined);
  }

  /** Called by `RunProcessor`, which passes the jobs on. */
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
      this.log.debug(
        `run ${runId} could not be offered through Redis; replicas will find it in the database: ${messageOf(thrown)}`,
      );
    });
  }

  override start(look: LookAtRun): void {
    this.look = look;
    this.admit();
    this.processor?.worker.run().catch((thrown: unknown) => {
      this.log.warn(`runs can no longer be taken from Redis: ${messageOf(thrown)}`);
    });
  }

  override announceCapacity(runs: number): void {
    this.announced = runs;
    this.admit();
  }

  override async stop(): Promise<void> {
    this.look = undefined;
    await within(closingMs, this.processor?.worker.pause(true) ?? Promise.resolve());
  }

  /** Forced, because no job is in progress, and BullMQ would wait for an unreachable server. */
  override async close(): Promise<void> {
    await within(closingMs, this.processor?.worker.close(true) ?? Promise.resolve());
  }

  /** Looks at a job's run. An error returns the job to another replica. */
  async process(job: Job, token: string | undefined): Promise<void> {
    const runId = job.id ?? '';
    if (this.look === undefined) return putBack(job, token);
    this.looking.add(runId);
    let looked: LookResult;
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
    const atOnce = this.looking.size + this.announced;
    // An active worker takes at least one job. One that arrives during a pause is put back.
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
 * Takes jobs from Redis. BullMQ eventually reassigns the job of a dead replica, long after its run
 * was taken over.
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

  /** Logged by the connection, once instead of per command. */
  @OnWorkerEvent('error')
  ignoreError(): void {
    // Without a listener the error would end the process.
  }
}
