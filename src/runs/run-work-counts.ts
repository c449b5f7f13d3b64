import { Injectable } from '@nestjs/common';
import { WorkCounts } from './work-counts.js';
import { PendingApprovals } from './approvals/pending-approvals.js';
import { RunProjection } from './run-projection.js';

/** Counts for `GET /api/health`. */
@Injectable()
export class RunWorkCounts extends WorkCounts {
  constructor(
    private readonly board: RunProjection,
    private readonly approvals: PendingApprovals,
  ) {
    super();
  }

  override activeRuns(): number {
    return this.board.activeCount();
  }

  override pendingApprovals(): number {
    return this.approvals.list().length;
  }
}
