import { Module, type OnModuleInit } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { Transactions } from '../../platform/database/transactions.js';
import { HttpModule } from '../../platform/http/http.module.js';
import { StartupTasks } from '../../platform/process/startup-tasks.js';
import { triggerTexts } from '../../protocol/texts/triggers.js';
import { ApprovalsModule } from '../../runs/approvals/approvals.module.js';
import { SubmitModule } from '../../runs/submit/submit.module.js';
import { WorkspacesModule } from '../../workspaces/workspaces.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { AnswerLinks } from './answers/answer-links.js';
import { AnswersController } from './answers/answers.controller.js';
import { LinkAnswers } from './answers/link-answers.js';
import { TriggerDeliveries } from './deliveries.service.js';
import { HooksController } from './hooks.controller.js';
import { OutboundHooks } from './outbound/outbound-hooks.js';
import { OutboundSender } from './outbound/outbound-sender.js';
import { PushModule } from './push/push.module.js';
import { Schedules } from './schedules.js';
import { TriggeredRuns } from './triggered-runs.js';
import { TriggersController } from './triggers.controller.js';
import { TriggersRepository } from './triggers.repository.js';
import { TriggersService } from './triggers.service.js';

const hourMs = 60 * 60 * 1000;
/** How long deliveries are kept, ms. A later one with the same key counts as new. */
const keptMs = 90 * 24 * hourMs;

/** Owns schedules, hooks that others call, hooks that call others, and answers by link. */
@Module({
  imports: [
    ApprovalsModule,
    AuditModule,
    HttpModule,

    OutboxModule,
    PushModule,
    SubmitModule,
    WorkspacesModule,
  ],
  controllers: [AnswersController, HooksController, TriggersController],
  providers: [
    AnswerLinks,
    LinkAnswers,
    OutboundHooks,
    OutboundSender,
    Schedules,
    TriggerDeliveries,
    TriggeredRuns,
    TriggersRepository,
    TriggersService,
  ],
})
export class TriggersModule implements OnModuleInit {
  constructor(
    private readonly rows: TriggersRepository,
    private readonly transactions: Transactions,
    private readonly startupTasks: StartupTasks,
  ) {}

  onModuleInit(): void {
    const failure = { scope: 'doors/triggers', text: triggerTexts.notPruned };
    this.startupTasks.repeat(hourMs, failure, () =>
      this.transactions.run(({ manager }) => this.rows.prune(manager, keptMs)),
    );
  }
}
