import { WaitingError, type Job, type Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { OfficeLogger } from '#platform/logging/office-logger.js';
import { RunJobs, type RunProcessor } from '#runs/queue/run-jobs.js';
import type { SimulatedProcess, World } from './world.js';

/** Time after which the job of a worker that is gone is given to another, ms. */
const stalledMs = 30_000;

/** The server that keeps the queue. */
interface Server {
  readonly world: World;
  readonly away: boolean;
  readonly losing: number;
  readonly doubling: number;
  longest(usualMs: number): number;
}

/** The queue of runs in the simulated Redis: a job per run; some come late, twice or never. */
export class SimulatedJobs {
  private readonly waiting: string[] = [];
  private readonly taken = new Map<string, SimulatedProcess>();
  private readonly workers = new Set<SimulatedWorker>();

  constructor(readonly redis: Server) {}

  /** The service's own queue, for one process. */
  queueOf(process: SimulatedProcess, logger: OfficeLogger): RunJobs {
    const status = () => (this.redis.away ? 'reconnecting' : 'ready');
    const connection = Object.create(Redis.prototype, { status: { get: status } }) as Redis;
    const add = (_: string, __: object, { jobId }: { jobId: string }) => this.add(jobId, process);
    const queue = { on: () => queue, opts: { connection }, add };
    const jobs = new RunJobs(queue as unknown as Queue, logger);
    const worker = new SimulatedWorker(this, process, jobs);
    this.workers.add(worker);
    jobs.attach({ worker } as unknown as RunProcessor);
    return jobs;
  }

  forget(process: SimulatedProcess): void {
    for (const worker of this.workers) if (worker.process === process) this.workers.delete(worker);
    this.redis.world.after(stalledMs, () => this.takeBack(process), null);
  }

  leave(worker: SimulatedWorker): void {
    this.workers.delete(worker);
  }

  /** Lets somebody take a job, after a while. */
  deliver(): void {
    const { world } = this.redis;
    world.after(world.random.between(1, this.redis.longest(30)), () => this.handOut(), null);
  }

  private async add(runId: string, process: SimulatedProcess): Promise<void> {
    const { world, away, losing } = this.redis;
    await world.delay(0, 5, process);
    if (away) throw new Error('Redis is away');
    if (world.random.chance(losing)) return;
    if (this.waiting.includes(runId) || this.taken.has(runId)) return;
    this.waiting.push(runId);
    this.deliver();
  }

  private handOut(): void {
    const { world, away, doubling } = this.redis;
    const free = [...this.workers].filter((worker) => worker.takes && worker.process.alive);
    if (away || free.length === 0 || this.waiting.length === 0) return;
    const { random } = world;
    const [runId = ''] = this.waiting.splice(random.between(0, this.waiting.length - 1), 1);
    if (random.chance(doubling)) this.waiting.push(runId);
    const worker = random.pick(free);
    this.taken.set(runId, worker.process);
    worker.take(runId);
    if (this.waiting.length > 0) this.deliver();
  }

  /** @param isBack the worker has left the job to others */
  ended(runId: string, isBack: boolean): void {
    this.taken.delete(runId);
    if (isBack && !this.waiting.includes(runId)) this.waiting.push(runId);
    this.deliver();
  }

  private takeBack(process: SimulatedProcess): void {
    for (const [runId, by] of this.taken) if (by === process) this.ended(runId, true);
  }
}

/** The worker of one process, as far as `RunJobs` uses it. */
class SimulatedWorker {
  private atWork = 0;
  private admitted = 1;
  private state: 'new' | 'running' | 'paused' | 'closed' = 'new';

  constructor(
    private readonly server: SimulatedJobs,
    readonly process: SimulatedProcess,
    private readonly jobs: RunJobs,
  ) {}

  get takes(): boolean {
    return this.state === 'running' && this.atWork < this.admitted;
  }

  set concurrency(runs: number) {
    this.admitted = runs;
    if (this.takes) this.server.deliver();
  }

  run(): Promise<void> {
    if (this.state === 'new') this.resume();
    return new Promise(() => undefined);
  }

  resume(): void {
    this.state = 'running';
    this.server.deliver();
  }

  isPaused(): boolean {
    return this.state === 'paused';
  }

  async pause(): Promise<void> {
    this.state = 'paused';
  }

  async close(): Promise<void> {
    this.state = 'closed';
    this.server.leave(this);
  }

  take(runId: string): void {
    this.atWork += 1;
    const { world } = this.server.redis;
    world.after(world.random.between(0, 10), () => void this.look(runId), this.process);
  }

  private async look(runId: string): Promise<void> {
    const job = { id: runId, moveToWait: async () => undefined } as unknown as Job;
    let isBack = false;
    try {
      await this.jobs.process(job, 'token');
    } catch (thrown) {
      isBack = thrown instanceof WaitingError;
    }
    this.atWork -= 1;
    this.server.ended(runId, isBack);
  }
}
