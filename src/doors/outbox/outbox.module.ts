import { Module, type OnModuleInit } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { NetModule } from '../../platform/net/net.module.js';
import { StartupTasks } from '../../platform/process/startup-tasks.js';
import { outboxTexts } from '../../protocol/texts/outbox.js';
import { SlotsModule } from '../../runs/queue/slots.module.js';
import { EventTail } from './event-tail.js';
import { Outbox } from './outbox.js';
import { OutgoingPosts } from './outgoing-posts.js';
import { OutboxRepository } from './outbox.repository.js';
import { OutboxWorker } from './outbox-worker.js';

const hourMs = 60 * 60 * 1000;
/** How long ended jobs are kept, ms. Later jobs with the same key count as new. */
const keptMs = 90 * 24 * hourMs;

/** Owns the jobs outside the office, and gives doors each event exactly once. */
@Module({
  imports: [NetModule, SlotsModule],
  providers: [EventTail, Outbox, OutboxRepository, OutboxWorker, OutgoingPosts],
  exports: [EventTail, Outbox, OutboxWorker, OutgoingPosts],
})
export class OutboxModule implements OnModuleInit {
  constructor(
    private readonly rows: OutboxRepository,
    private readonly transactions: Transactions,
    private readonly startupTasks: StartupTasks,
  ) {}

  onModuleInit(): void {
    const failure = { scope: 'doors/outbox', text: outboxTexts.notPruned };
    this.startupTasks.repeat(hourMs, failure, () =>
      this.transactions.run(({ manager }) => this.rows.prune(manager, keptMs)),
    );
  }
}
