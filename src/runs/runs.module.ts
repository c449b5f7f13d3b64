import { Module } from '@nestjs/common';
import { ApprovalsModule } from './approvals/approvals.module.js';
import { ChangesModule } from './changes/changes.module.js';
import { CommentsModule } from './comments/comments.module.js';
import { HistoryModule } from './history/history.module.js';
import { QueueModule } from './queue/queue.module.js';
import { SubmitModule } from './submit/submit.module.js';

/**
 * Owns runs, with one module per folder. They use floors, models, memory, skills and tools, none of
 * which knows runs.
 */
@Module({
  imports: [
    ApprovalsModule,
    CommentsModule,
    ChangesModule,
    HistoryModule,
    QueueModule,
    SubmitModule,
  ],
  exports: [ApprovalsModule, ChangesModule, QueueModule, SubmitModule],
})
export class RunsModule {}
