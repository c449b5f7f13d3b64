import { Module } from '@nestjs/common';
import { ApprovalsModule } from '#runs/approvals/approvals.module.js';
import { OutboxModule } from '../../outbox/outbox.module.js';
import { PushController } from './push.controller.js';
import { PushNotices } from './push-notices.js';
import { PushSender } from './push-sender.js';
import { PushSubscriptionsRepository } from './push-subscriptions.repository.js';
import { Subscribers } from './subscribers.js';
import { VapidKeys } from './vapid-keys.js';

/** Owns the browsers that get messages while the page is closed. */
@Module({
  imports: [ApprovalsModule, OutboxModule],
  controllers: [PushController],
  providers: [PushNotices, PushSender, PushSubscriptionsRepository, Subscribers, VapidKeys],
})
export class PushModule {}
