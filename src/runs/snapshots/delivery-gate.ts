import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Subscription } from 'rxjs';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { Ids } from '../../platform/ids.js';
import { visible } from '../../platform/text/visible.js';
import type { Approval } from '../../protocol/records/work.js';
import { deliveryTexts } from '../../protocol/texts/delivery.js';
import { SettingsService } from '../../settings/settings.service.js';
import { dueTime } from '../approvals/approval-clock.js';
import { ApprovalsRepository } from '../persistence/approvals.repository.js';
import { DeliveryService, type PreparedDelivery } from './delivery.service.js';

/** Before the branch in the step key of the question. */
const keyPrefix = 'deliver/';

/**
 * A delivery writes to a repository, so it is gated like a git write: a person is asked, unless the
 * run's policy approves for them. The question is a row; whichever process sees the yes delivers,
 * after a restart too.
 */
@Injectable()
export class DeliveryGate implements OnModuleInit, OnModuleDestroy {
  private subscription: Subscription | undefined;

  constructor(
    private readonly deliveries: DeliveryService,
    private readonly approvals: ApprovalsRepository,
    private readonly settings: SettingsService,
    private readonly transactions: Transactions,
    private readonly bus: EventBus,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  onModuleInit(): void {
    this.subscription = this.bus.on('approval.decided', 'deliveries', ({ approval }) => {
      void this.decided(approval);
    });
  }

  onModuleDestroy(): void {
    this.subscription?.unsubscribe();
  }

  /**
   * Delivers, or asks whether it may.
   * @throws NotFoundError, RefusedError when it cannot be delivered
   */
  async deliver(runId: string, branch: string): Promise<void> {
    const prepared = await this.deliveries.prepare(runId, branch);
    if (prepared.order.changes.autoApproved)
      await this.tell('info', await this.deliveries.publish(prepared));
    else await this.ask(prepared);
  }

  private async ask({ firstTurn, order, commits }: PreparedDelivery): Promise<void> {
    const { branch, changes } = order;
    const { run } = changes;
    const { subjects } = commits;
    const at = this.clock.now();
    const { workTree } = order.repository;
    const detail = deliveryTexts.deliverDetail(run.id, branch, subjects, workTree);
    const approval: Approval = {
      id: this.ids.next('appr'),
      runId: run.id,
      turnId: firstTurn.id,
      employeeId: firstTurn.employeeId,
      kind: 'shell',
      summary: visible(deliveryTexts.deliverSummary(branch, subjects.length)),
      detail: visible(detail),
      status: 'pending',
      requestedAt: at,
      decidedAt: null,
      reason: null,
    };
    const dueAt = dueTime(at, this.settings.current().approvalTimeoutMs);
    await this.transactions.run(async (tx) => {
      await this.approvals.insert(tx.manager, approval, keyPrefix + branch, dueAt);
      tx.publish({ type: 'approval.requested', approval });
    });
  }

  /** Never throws: there is nobody who waits for it. */
  private async decided({ id, runId, status, kind }: Approval): Promise<void> {
    if (kind !== 'shell') return;
    try {
      const key = await this.approvals.stepKeyOf(id);
      if (key?.startsWith(keyPrefix) !== true) return;
      if (status !== 'approved') return await this.tell('warn', deliveryTexts.declined(runId));
      const prepared = await this.deliveries.prepare(runId, key.slice(keyPrefix.length));
      await this.tell('info', await this.deliveries.publish(prepared));
    } catch (thrown) {
      await this.tell('warn', messageOf(thrown)).catch(() => undefined);
    }
  }

  private tell(level: 'info' | 'warn', message: string): Promise<void> {
    return this.transactions.run(async (tx) => {
      tx.publish({ type: 'log', level, scope: 'engine/snapshots', message });
    });
  }
}
