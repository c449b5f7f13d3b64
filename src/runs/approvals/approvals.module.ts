import { Module } from '@nestjs/common';
import { WorkspacesModule } from '../../workspaces/workspaces.module.js';
import { ApprovalClock } from './approval-clock.js';
import { ApprovalsService } from './approvals.service.js';
import { ChecksCommands, ChecksController } from './checks.controller.js';

/** Owns questions to people: asked, answered, expired. */
@Module({
  imports: [WorkspacesModule],
  controllers: [ChecksController],
  providers: [ApprovalClock, ApprovalsService, ChecksCommands],
  exports: [ApprovalClock, ApprovalsService],
})
export class ApprovalsModule {}
