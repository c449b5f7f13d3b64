import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OfficeConfig } from '#platform/config/office-config.js';
import type { Tx } from '#platform/database/tx.js';
import type { CommittedEvent } from '#platform/events/drafts.js';
import { redactor } from '#platform/logging/redact.js';
import { EventTail } from '../../outbox/event-tail.js';
import { Outbox } from '../../outbox/outbox.js';
import { happened, tellingTypes, tellsSomething } from '../outbound/happened.js';
import { pushKind, pushMessage } from './push-message.js';
import { PushSubscriptionsRepository } from './push-subscriptions.repository.js';

/** Puts messages for browsers into the outbox, once for each browser and event. */
@Injectable()
export class PushNotices implements OnModuleInit {
  constructor(
    private readonly rows: PushSubscriptionsRepository,
    private readonly tail: EventTail,
    private readonly outbox: Outbox,
    private readonly config: OfficeConfig,
  ) {}

  onModuleInit(): void {
    this.tail.follow({
      name: 'push',
      types: tellingTypes,
      concerns: tellsSomething,
      take: (tx, event) => this.take(tx, event),
    });
  }

  private async take(tx: Tx, event: CommittedEvent): Promise<void> {
    const what = happened(event, redactor(this.config.secrets));
    if (what === null) return;
    const payload = pushMessage(what);
    for (const { id, createdAt } of await this.rows.all(tx.manager)) {
      if (createdAt > event.at) continue;
      await this.outbox.enqueue(tx, {
        kind: pushKind,
        key: `${id} ${what.key}`,
        subject: id,
        payload,
      });
    }
  }
}
