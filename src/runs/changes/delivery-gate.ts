import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { Ids } from '../../platform/ids.js';
import { spelled, spelledStrictly } from '../../platform/text/spelling.js';
import type { Asked, Told } from '../../protocol/command-results.js';
import type { Approval } from '../../protocol/records/work.js';
import { deliveryTexts } from '../../protocol/texts/delivery.js';
import { SettingsService } from '../../settings/settings.service.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { RunsRepository } from '../history/runs.repository.js';
import { DeliveryService, type PreparedDelivery, type WantedBranch } from './delivery.service.js';

interface DeliveryRequest extends WantedBranch {
  /** Name of the person who asks for it. */
  readonly by?: string | undefined;
}

/**
 * A delivery writes to a repository, so it needs approval like a git write, unless the run's policy
 * approves automatically. `DecidedDeliveries` carries out the decision.
 */
@Injectable()
export class DeliveryGate {
  constructor(
    private readonly deliveries: DeliveryService,
    private readonly rows: DeliveriesRepository,
    private readonly runs: RunsRepository,
    private readonly settings: SettingsService,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Delivers, or asks for approval; reports an open question instead of asking again, and an
   * existing branch with these commits.
   * @throws NotFoundError, RefusedError if it cannot be delivered
   */
  async deliver(runId: string, { by, ...wanted }: DeliveryRequest): Promise<Told | Asked> {
    await using prepared = await this.deliveries.prepare(runId, wanted);
    const { changes } = prepared.order;
    if (!changes.autoApproved && !prepared.commits.published) return await this.ask(prepared);
    const message = await this.deliveries.publish(prepared);
    await this.transactions.run(async (tx) => {
      const { published } = prepared.commits;
      if (!published) await this.deliveries.record(tx, runId, { branch: wanted.branch, by });
      tx.publish({ type: 'log', level: 'info', scope: 'engine/snapshots', message });
      tx.conclude({ message });
    });
    return { message };
  }

  private async ask({ firstTurn, order, commits }: PreparedDelivery): Promise<Asked> {
    const { branch, changes, message } = order;
    const { subjects } = commits;
    const { id: runId } = changes.run;
    const at = this.clock.now();
    const detail = deliveryTexts.deliverDetail(runId, branch, subjects, order.repository.workTree);
    const approval: Approval = {
      id: this.ids.next('appr'),
      runId,
      turnId: firstTurn.id,
      employeeId: firstTurn.employeeId,
      kind: 'shell',
      summary: spelledStrictly(deliveryTexts.deliverSummary(branch, subjects.length)),
      detail: spelled(detail),
      touches: spelled(deliveryTexts.touches(order.repository.workTree)),
      status: 'pending',
      requestedAt: at,
      decidedAt: null,
      reason: null,
    };
    return this.transactions.run(async (tx) => {
      await this.runs.lock(tx, runId);
      const open = await this.rows.findOpen(tx, runId, branch);
      if (open !== null && open.message !== message) {
        throw new RefusedError(deliveryTexts.askedAlready(runId, branch));
      }
      if (open === null) {
        const { approvalTimeoutMs } = await this.settings.read(tx);
        await this.rows.ask(tx, { approval, branch, message }, approvalTimeoutMs);
        tx.publish({ type: 'approval.requested', approval });
      }
      const asked = { approvalId: open?.id ?? approval.id };
      tx.conclude(asked);
      return asked;
    });
  }
}
