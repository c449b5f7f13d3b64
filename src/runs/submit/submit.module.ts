import { Module } from '@nestjs/common';
import { ModelsModule } from '../../models/models.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { WorkspacesModule } from '../../workspaces/workspaces.module.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { QueueModule } from '../queue/queue.module.js';
import { CancellationService } from './cancellation.service.js';
import { FloorChoices } from './floor-choices.js';
import { RetryService } from './retry.service.js';
import { RunPlaces } from './run-places.js';
import { RunsCommands } from './runs.commands.js';
import { RunCountsController, RunsController } from './runs.controller.js';
import { SecondChancesCommands } from './second-chances.commands.js';
import { SteeringService } from './steering.service.js';
import { SubmissionRules } from './submission-rules.js';
import { RunIntake, SubmissionService } from './submission.service.js';

/** Owns requests about runs: submit, retry, steer, cancel. */
@Module({
  imports: [
    ApprovalsModule,
    ChangesModule,
    ModelsModule,
    QueueModule,
    SettingsModule,
    WorkspacesModule,
  ],
  controllers: [RunsController, RunCountsController],
  providers: [
    CancellationService,
    FloorChoices,
    RetryService,
    RunPlaces,
    RunIntake,
    RunsCommands,
    SecondChancesCommands,
    SteeringService,
    SubmissionRules,
    SubmissionService,
  ],
  exports: [CancellationService, FloorChoices, RetryService, SteeringService, SubmissionService],
})
export class SubmitModule {}
