import { Module } from '@nestjs/common';
import { WorkspacesModule } from '../../workspaces/workspaces.module.js';
import { ApprovalClock } from './approval-clock.js';
import { ApprovalsService } from './approvals.service.js';
import { ChecksCommands, ChecksController } from './checks.controller.js';
import { SandboxCommands, SandboxController } from './sandbox.controller.js';

/** Owns questions to people: asked, answered, expired. */
@Module({
  imports: [WorkspacesModule],
  controllers: [ChecksController, SandboxController],
  providers: [ApprovalClock, ApprovalsService, ChecksCommands, SandboxCommands],
  exports: [ApprovalClock, ApprovalsService],
})
export class ApprovalsModule {}
