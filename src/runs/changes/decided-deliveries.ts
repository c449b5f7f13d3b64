import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import pLimit from 'p-limit';
import { isStoreFailure } from '../../platform/database/store-failure.js';
import { Transactions } from '../../platform/database/transactions.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OnOfficeEvent } from '../../platform/events/office-listener.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { StartupTasks } from '../../platform/process/startup-tasks.js';
import type { ServerEventOf } from '../../protocol/events.js';
import { deliveryTexts } from '../../protocol/texts/delivery.js';
import { LeaseKeeper } from '../queue/lease-keeper.js';
import { type DecidedDelivery, DeliveriesRepository } from './deliveries.repository.js';
import { DeliveryService } from './delivery.service.js';

/** Pause after a failure of the store, ms. */
const retryMs = 1000;
/** Pause after leaving a delivery to replicas that see the run's files, ms. */
const leftMs = 5000;

/** The outcome of a delivery, for people. */
interface Outcome {
  readonly level: 'info' | 'warn';
  readonly message: string;
}

/**
 * Carries out approved and refused deliveries, in whichever process sees them first, also after a
 * restart. An interrupted one is repeated by the next process and gives the same branch.
 */
@Injectable()
export class DecidedDeliveries implements OnModuleInit, OnModuleDestroy {
  private readonly inOrder = pLimit(1);
  private readonly log: ScopedLogger;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly rows: DeliveriesRepository,
    private readonly deliveries: DeliveryService,
    private readonly keeper: LeaseKeeper,
    private readonly transactions: Transactions,
    private readonly startupTasks: StartupTasks,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/snapshots');
  }

  onModuleInit(): void {
    this.startupTasks.register(() => this.look());
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
  }

  @OnOfficeEvent('approval.decided')
  async onDecided({ approval }: ServerEventOf<'approval.decided'>): Promise<void> {
    if (approval.kind === 'shell') await this.look();
  }

  /** Carries out waiting deliveries. Never throws: it tries again if the store fails. */
  async look(): Promise<void> {
    // A call that has not started yet will see them all.
    if (this.inOrder.pendingCount > 0) return;
    try {
      await this.inOrder(() => this.carryOutAll());
    } catch (thrown) {
      this.log.warn(`deliveries could not be carried out: ${messageOf(thrown)}`);
      this.lookIn(retryMs);
    }
  }

  private lookIn(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), ms);
    this.timer.unref();
  }

  private async carryOutAll(): Promise<void> {
    const { owner } = this.keeper;
    for (const delivery of await this.rows.decided(owner)) {
      const { id, runId, status } = delivery.approval;
      if (status === 'approved' && !(await this.deliveries.isPossibleHere(runId))) {
        this.lookIn(leftMs);
        continue;
      }
      if (!(await this.transactions.run((tx) => this.rows.claim(tx, id, owner)))) continue;
      const { level, message } = await this.outcomeOf(delivery);
      await this.transactions.run(async (tx) => {
        await this.rows.done(tx, id);
        const { branch, approval } = delivery;
        const by = approval.decidedByName;
        if (level === 'info') await this.deliveries.record(tx, runId, { branch, by });
        const scope = 'engine/snapshots';
        tx.publish({ type: 'log', level, scope, message, approvalId: id });
      });
      if (level === 'info') this.log.info(message);
    }
  }

  private async outcomeOf({ approval, ...delivery }: DecidedDelivery): Promise<Outcome> {
    const { runId, status } = approval;
    if (status !== 'approved') return { level: 'warn', message: deliveryTexts.declined(runId) };
    try {
      await using prepared = await this.deliveries.prepare(runId, delivery);
      return { level: 'info', message: await this.deliveries.publish(prepared) };
    } catch (thrown) {
      if (isStoreFailure(thrown)) throw thrown;
      return { level: 'warn', message: messageOf(thrown) };
    }
  }
}
