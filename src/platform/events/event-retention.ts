import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { processTexts } from '../../protocol/texts/process.js';
import { Clock } from '../clock.js';
import { OfficeConfig } from '../config/office-config.js';
import { Transactions } from '../database/transactions.js';
import { messageOf } from '../errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../logging/office-logger.js';
import { EventEntity } from './event.entity.js';

const dayMs = 24 * 60 * 60 * 1000;

/** Rows deleted per transaction, so that pruning never holds the store for long. */
const batchSize = 1000;

/** Deletes events older than `OFFICE_EVENT_RETENTION_DAYS`, at boot and once a day. */
@Injectable()
export class EventRetention implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log: ScopedLogger;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly config: OfficeConfig,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('store');
  }

  onApplicationBootstrap(): void {
    if (this.config.eventRetentionDays === 0) return;
    void this.pruneSafely();
    this.timer = setInterval(() => void this.pruneSafely(), dayMs);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Deletes expired events in batches; returns the number of rows. */
  async prune(): Promise<number> {
    const now = this.clock.now();
    const before = now - this.config.eventRetentionDays * dayMs;
    let pruned = 0;
    for (;;) {
      const deleted = await this.transactions.run((tx) => deleteBatch(tx.manager, before));
      pruned += deleted;
      if (deleted < batchSize) return pruned;
    }
  }

  private async pruneSafely(): Promise<void> {
    try {
      const pruned = await this.prune();
      if (pruned > 0) this.log.info(processTexts.pruned(pruned, this.config.eventRetentionDays));
    } catch (thrown) {
      this.log.warn(`old events could not be pruned: ${messageOf(thrown)}`);
    }
  }
}

async function deleteBatch(manager: EntityManager, before: number): Promise<number> {
  const oldest = await manager.find(EventEntity, {
    select: { seq: true, at: true },
    order: { seq: 'ASC' },
    take: batchSize,
  });
  // Deletes only from the beginning: a gap in the numbers would break replays across it.
  const kept = oldest.findIndex((row) => row.at >= before);
  const expired = (kept === -1 ? oldest : oldest.slice(0, kept)).map((row) => row.seq);
  if (expired.length === 0) return 0;
  await manager
    .createQueryBuilder()
    .delete()
    .from(EventEntity)
    .where('seq <= :last', { last: expired[expired.length - 1] })
    .execute();
  return expired.length;
}
