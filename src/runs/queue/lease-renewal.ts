import { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ScopedLogger } from '../../platform/logging/office-logger.js';
import { within } from '../../platform/process/within.js';
import { workerEntry } from '../../platform/process/worker-entry.js';
import type { RenewalNews, RenewalOrders } from './lease-renewal.worker.js';
import { leasePace, LeaseTimes } from './lease-times.js';

/** Time after which a thread is ended even if it is still loading, ms. */
const loadingMs = 1000;

/** The leases to renew, and their database. */
type Renewed = Omit<RenewalOrders, 'memory'>;

/**
 * Renews leases in its own thread and on its own connection, so that a blocked event loop cannot
 * lose a run (docs/decisions/0005). Reports a lapse before another process can take runs over, or,
 * if the process was suspended, as soon as it continues.
 */
export class LeaseRenewal {
  readonly changes = new EventEmitter<{ lapsed: []; regained: [] }>();
  private readonly times: LeaseTimes;
  private term: number | null = null;
  private worker: Worker | undefined;
  private loaded: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private failing = false;

  constructor(
    private readonly renewed: Renewed,
    private readonly log: ScopedLogger,
  ) {
    this.times = new LeaseTimes(renewed.ttlMs);
  }

  /** @param sentAt time before the first renewal was sent, by `process.hrtime` */
  start(sentAt: bigint): void {
    this.times.renewed(sentAt);
    this.look();
    this.startThread();
  }

  /** Ends the thread, but not while it loads: Node may abort the process then. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await within(loadingMs, this.loaded);
    await this.worker?.terminate();
  }

  /** Number of the current term without a gap; null: the leases have lapsed. */
  current(): number | null {
    if (!this.stopped) this.look();
    return this.term;
  }

  renewedAgoMs(): number {
    return this.times.agoMs();
  }

  private startThread(): void {
    const workerData: RenewalOrders = { ...this.renewed, memory: this.times.memory };
    const worker = new Worker(workerEntry(import.meta.url, './lease-renewal.worker'), {
      workerData,
    });
    this.worker = worker;
    worker.unref();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.loaded = promise;
    worker.on('message', (news: RenewalNews) => this.take(news, resolve));
    worker.on('error', (error: Error) => this.restartThread(error));
    worker.on('exit', () => resolve());
  }

  private take(news: RenewalNews, loaded: () => void): void {
    if (news.kind === 'ready') loaded();
    else if (news.kind === 'renewed') this.succeeded();
    else this.failed(news.reason);
  }

  private succeeded(): void {
    if (this.failing) this.log.info('leases are renewed again');
    this.failing = false;
    this.current();
  }

  /** One log line per outage. */
  private failed(reason: string): void {
    if (!this.failing) this.log.warn(`leases could not be renewed: ${reason}; trying again`);
    this.failing = true;
  }

  /** Replaces a broken thread after a pause. */
  private restartThread(error: Error): void {
    this.log.error(`lease renewal failed and starts again: ${error.message}`, error);
    const start = (): void => void (this.stopped || this.startThread());
    setTimeout(start, leasePace(this.renewed.ttlMs).retryMs).unref();
  }

  /** Checks whether the leases are valid, and checks again when they would lapse. */
  private look(): void {
    clearTimeout(this.timer);
    const before = this.term;
    this.term = this.times.term();
    if (this.term !== null) {
      this.timer = setTimeout(() => this.look(), Math.max(1, Math.ceil(this.times.leftMs())));
      this.timer.unref();
    }
    if (this.term === before) return;
    if (before !== null) this.changes.emit('lapsed');
    if (this.term !== null) this.changes.emit('regained');
  }
}
