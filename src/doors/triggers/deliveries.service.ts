import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Transactions } from '../../platform/database/transactions.js';
import { Ids } from '../../platform/ids.js';
import type { TriggerDelivery } from '../../protocol/records/triggers.js';
import { triggerTexts } from '../../protocol/texts/triggers.js';
import { Outbox } from '../outbox/outbox.js';
import type { OutboxEntry } from '../outbox/outbox-job.js';
import { newMessage, type OutboundMessage, outboundKind } from './outbound/outbound-message.js';
import { TriggeredRuns } from './triggered-runs.js';
import { type StoredDelivery, TriggersRepository } from './triggers.repository.js';
import { TriggersService } from './triggers.service.js';

const states = { waiting: 'waiting', done: 'sent', 'given-up': 'given-up' } as const;

/** The job of an outbound hook as people see it. */
function shownJob(job: OutboxEntry): TriggerDelivery {
  const { data, type } = job.payload as OutboundMessage;
  const { runId } = data;
  return {
    id: job.id,
    triggerId: job.subject,
    at: job.createdAt,
    source: type === 'sample' ? 'sample' : 'event',
    state: states[job.state],
    runId: typeof runId === 'string' ? runId : null,
    message: job.state === 'done' ? null : job.lastError,
    attempts: job.attempts,
  };
}

const shownAtOnce = 50;

/** The deliveries of triggers, and triggering on request. */
@Injectable()
export class TriggerDeliveries {
  constructor(
    private readonly triggers: TriggersService,
    private readonly rows: TriggersRepository,
    private readonly runs: TriggeredRuns,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly dataSource: DataSource,
    private readonly ids: Ids,
  ) {}

  /** The newest first. @throws NotFoundError */
  async ofTrigger(id: string): Promise<readonly TriggerDelivery[]> {
    const { kind } = await this.triggers.require(id);
    if (kind === 'outbound') return (await this.outbox.ofSubject(id, shownAtOnce)).map(shownJob);
    const rows = await this.rows.deliveries(this.dataSource.manager, id, shownAtOnce);
    return rows.map(shownDelivery);
  }

  /**
   * Triggers once with a person's sample, even while the trigger is paused.
   * @throws NotFoundError
   */
  async sample(id: string, sent: unknown): Promise<TriggerDelivery> {
    const trigger = await this.triggers.require(id);
    const key = this.ids.next('sample');
    if (trigger.kind !== 'outbound') {
      const arrival = { key, source: 'sample', ...(trigger.kind === 'hook' && { sent }) } as const;
      return shownDelivery(await this.runs.arrive(trigger, arrival));
    }
    await this.transactions.run(async (tx) => {
      const at = await this.rows.now(tx.manager);
      const payload = newMessage('sample', at, { note: triggerTexts.sampled });
      await this.outbox.enqueue(tx, { kind: outboundKind, key, subject: id, payload });
      tx.conclude({ id });
    });
    const [job] = await this.outbox.ofSubject(id, 1);
    return shownJob(job as NonNullable<typeof job>);
  }
}

function shownDelivery({ key: _key, limitUsd: _limit, ...rest }: StoredDelivery): TriggerDelivery {
  return { ...rest, attempts: 1 };
}
