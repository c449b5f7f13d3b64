import { Injectable } from '@nestjs/common';
import { WorkCounts } from './work-counts.js';
import { ApprovalsService } from './approvals/approvals.service.js';
import { RunProjection } from './run-projection.js';

/** Counts for `GET /api/health`. */
@Injectable()
export class RunWorkCounts extends WorkCounts {
  constructor(
    private readonly board: RunProjection,
    private readonly approvals: ApprovalsService,
  ) {
    super();
  }

  override activeRuns(): number {
    return this.board.activeCount();
  }

  override pendingApprovals(): number {
    return this.approvals.pending().length;
  }
}
