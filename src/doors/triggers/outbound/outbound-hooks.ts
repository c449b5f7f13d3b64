import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OfficeConfig } from '#platform/config/office-config.js';
import type { Tx } from '#platform/database/tx.js';
import type { CommittedEvent } from '#platform/events/drafts.js';
import { redactor } from '#platform/logging/redact.js';
import type { HookEvent } from '#protocol/records/triggers.js';
import { EventTail } from '../../outbox/event-tail.js';
import { Outbox } from '../../outbox/outbox.js';
import { TriggersRepository } from '../triggers.repository.js';
import { newMessage, outboundKind } from './outbound-message.js';
import { happened, type Happened, tellingTypes, tellsSomething } from './happened.js';

/**
 * Puts messages of outbound hooks into the outbox, once for each hook and event, and records the
 * spend of triggers' runs.
 */
@Injectable()
export class OutboundHooks implements OnModuleInit {
  constructor(
    private readonly rows: TriggersRepository,
    private readonly tail: EventTail,
    private readonly outbox: Outbox,
    private readonly config: OfficeConfig,
  ) {}

  onModuleInit(): void {
    this.tail.follow({
      name: 'triggers',
      types: tellingTypes,
      concerns: tellsSomething,
      take: (tx, event) => this.take(tx, event),
    });
  }

  private async take(tx: Tx, event: CommittedEvent): Promise<void> {
    const what = happened(event, redactor(this.config.secrets));
    if (what === null) return;
    if (what.ended !== undefined) {
      const { id, budget } = what.ended;
      await this.rows.settle(tx.manager, id, budget.spentUsd);
    }
    await this.tell(tx, what, event.at);
  }

  private async tell(tx: Tx, { type, key, data, runId }: Happened, at: number): Promise<void> {
    const hooks = (await this.rows.active(tx.manager, 'outbound')).filter(
      ({ spec, createdAt }) => tells(spec.events, type) && createdAt <= at,
    );
    if (hooks.length === 0) return;
    const floor = await this.rows.floorOf(tx.manager, runId);
    for (const { id, spec } of hooks) {
      if (spec.workspaceId !== null && spec.workspaceId !== floor) continue;
      await this.outbox.enqueue(tx, {
        kind: outboundKind,
        key: `${id} ${key}`,
        subject: id,
        payload: newMessage(type, at, { ...data, workspaceId: floor }),
      });
    }
  }
}

function tells(events: readonly HookEvent[] | undefined, type: HookEvent): boolean {
  return events?.includes(type) ?? false;
}
