import { Module } from '@nestjs/common';
import { ApprovalClock } from './approval-clock.js';
import { ApprovalsService } from './approvals.service.js';

/** Owns questions to people: asked, answered, expired. */
@Module({
  providers: [ApprovalClock, ApprovalsService],
  exports: [ApprovalClock, ApprovalsService],
})
export class ApprovalsModule {}
