import { Injectable } from '@nestjs/common';
import { PendingApprovals } from '../approvals/pending-approvals.js';
import { RunProjection } from '../history/run-projection.js';

/** Counts of `GET /api/health`. */
@Injectable()
export class HealthCounts {
  constructor(
    private readonly projection: RunProjection,
    private readonly approvals: PendingApprovals,
  ) {}

  /** Runs that are not final. */
  activeRuns(): number {
    return this.projection.activeCount();
  }

  pendingApprovals(): number {
    return this.approvals.list().length;
  }
}
