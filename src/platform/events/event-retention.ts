import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { processTexts } from '../../protocol/texts/process.js';
import { Clock } from '../clock.js';
import { OfficeConfig } from '../config/office-config.js';
import { Transactions } from '../database/transactions.js';
import { OfficeLogger } from '../logging/office-logger.js';
import { Repeater } from '../repeater.js';
import { EventEntity } from './event.entity.js';

const dayMs = 24 * 60 * 60 * 1000;

/** Rows deleted per transaction, so that pruning never holds the store for long. */
const batchSize = 1000;

/** Deletes events older than `OFFICE_EVENT_RETENTION_DAYS`, at boot and once a day. */
@Injectable()
export class EventRetention implements OnApplicationBootstrap {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly config: OfficeConfig,
    private readonly repeater: Repeater,
    private readonly logger: OfficeLogger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.eventRetentionDays === 0) return;
    const text = (reason: string): string => `old events could not be pruned: ${reason}`;
    this.repeater.nowAndEvery(dayMs, { scope: 'store', text }, () => this.pruneAndTell());
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

  private async pruneAndTell(): Promise<void> {
    const pruned = await this.prune();
    if (pruned === 0) return;
    this.logger.scope('store').info(processTexts.pruned(pruned, this.config.eventRetentionDays));
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
