import { Injectable } from '@nestjs/common';
import { PendingApprovals } from '../approvals/pending-approvals.js';
import { RunProjection } from '../history/run-projection.js';

/** Counts for `GET /api/health`. */
@Injectable()
export class WorkCounts {
  constructor(
    private readonly board: RunProjection,
    private readonly approvals: PendingApprovals,
  ) {}

  /** Runs that are not final. */
  activeRuns(): number {
    return this.board.activeCount();
  }

  pendingApprovals(): number {
    return this.approvals.list().length;
  }
}
