import { Injectable } from '@nestjs/common';
import { PendingApprovals } from './approvals/pending-approvals.js';
import { ActiveRuns } from './dispatch/active-runs.js';
import { LeaseKeeper } from './dispatch/lease-keeper.js';
import { TurnSlots } from './engine/turn/lifecycle/turn-slots.js';
import { RunProjection } from './run-projection.js';
import { type WorkFigures, WorkLevels } from './work-levels.js';

/** Figures for `GET /metrics`. */
@Injectable()
export class RunWorkLevels extends WorkLevels {
  constructor(
    private readonly board: RunProjection,
    private readonly approvals: PendingApprovals,
    private readonly activeRuns: ActiveRuns,
    private readonly slots: TurnSlots,
    private readonly keeper: LeaseKeeper,
  ) {
    super();
  }

  override current(): WorkFigures {
    const approvals = this.approvals.list();
    return {
      runs: this.board.activeCounts(),
      runsAtWork: this.activeRuns.all().length,
      turnsWaiting: this.slots.waitingTurns,
      approvalsWaiting: approvals.length,
      oldestApprovalAt: approvals[0]?.requestedAt ?? null,
      leaseAgeMs: this.keeper.renewedAgoMs,
    };
  }
}
