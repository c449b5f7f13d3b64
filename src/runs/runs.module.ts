import { Module } from '@nestjs/common';
import { ApprovalsModule } from './approvals/approvals.module.js';
import { HistoryModule } from './history/history.module.js';
import { QueueModule } from './queue/queue.module.js';
import { SubmitModule } from './submit/submit.module.js';

/**
 * Owns briefs on their way through the office, a module for each folder. They use floors, models,
 * memory, skills and tools, and none of these knows them.
 */
@Module({
  imports: [ApprovalsModule, HistoryModule, QueueModule, SubmitModule],
  exports: [ApprovalsModule, QueueModule],
})
export class RunsModule {}
