import { Injectable } from '@nestjs/common';
import { WorkInHand } from './work-in-hand.js';
import { ApprovalsService } from './approvals/approvals.service.js';
import { RunBoard } from './run-board.js';

/** Counts for `GET /api/health`. */
@Injectable()
export class RunsWorkInHand extends WorkInHand {
  constructor(
    private readonly board: RunBoard,
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
