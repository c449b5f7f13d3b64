import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { Clock } from '../../platform/clock.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { StartupTasks } from '../../platform/process/startup-tasks.js';
import { memoryTexts } from '../../protocol/texts/memory.js';
import { VectorsRepository } from '../persistence/vectors.repository.js';
import { batchSize, batchWithinMs, VectorFiller } from './vector-filler.js';
import { VectorMaker } from './vector-maker.js';

/** How long a replica embeds before another may take over, and the interval of checking it. */
const claimMs = 2 * batchWithinMs;
const heldMs = 30_000;

const firstRetryMs = 1_000;
const longestRetryMs = 10 * 60_000;

/**
 * Embeds facts without a vector of the current model in the background: at start, because the model
 * may have changed, and when a search finds vectors of another width. In batches; a failing
 * embedder is retried later; one replica at a time. Progress is kept over restarts.
 */
@Injectable()
export class VectorBackfill implements OnModuleInit, OnModuleDestroy {
  private readonly log: ScopedLogger;
  private readonly ending = new AbortController();
  private running: Promise<void> | null = null;

  constructor(
    private readonly maker: VectorMaker,
    private readonly filler: VectorFiller,
    private readonly vectors: VectorsRepository,
    private readonly startupTasks: StartupTasks,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('memory');
  }

  onModuleInit(): void {
    this.startupTasks.register(() => this.run());
  }

  async onModuleDestroy(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  /** Fulfilled when no vector is missing, or the service ends. Runs once at a time. */
  run(): Promise<void> {
    this.running ??= this.fill().finally(() => (this.running = null));
    return this.running;
  }

  private async fill(): Promise<void> {
    let embedded = 0;
    let failures = 0;
    while (this.maker.model !== null && !this.ending.signal.aborted) {
      try {
        const added = await this.step(this.maker.model);
        if (added === 'none lacking') break;
        failures = 0;
        if (added === 'held') await this.pause(heldMs);
        else embedded += added;
      } catch (thrown) {
        if (this.ending.signal.aborted) break;
        failures += 1;
        const waitMs = Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1));
        this.log.warn(memoryTexts.backfillFailed(messageOf(thrown), waitMs / 1000));
        await this.pause(waitMs);
      }
    }
    if (embedded > 0) this.log.info(memoryTexts.backfilled(embedded));
  }

  /** Embeds one batch, unless another replica does. */
  private async step(model: string): Promise<number | 'none lacking' | 'held'> {
    const { width } = this.maker;
    const [lacking] = await this.vectors.lacking(model, width, 1);
    if (lacking === undefined) return 'none lacking';
    const now = this.clock.now();
    if (!(await this.vectors.claimFilling(now, now + claimMs))) return 'held';
    try {
      const added = await this.filler.fillBatch(batchSize, this.ending.signal);
      return added === 0 ? 'none lacking' : added;
    } finally {
      await this.vectors.releaseFilling();
    }
  }

  private async pause(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: this.ending.signal, ref: false }).catch(() => {});
  }
}
