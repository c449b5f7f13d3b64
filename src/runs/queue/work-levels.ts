import { Injectable } from '@nestjs/common';
import { PendingApprovals } from '../approvals/pending-approvals.js';
import { ActiveRuns } from './active-runs.js';
import { LeaseKeeper } from './lease-keeper.js';
import { TurnSlots } from './turn-slots.js';
import { type RunCount, RunProjection } from '../history/run-projection.js';

/** How much work there is at the moment. */
export interface WorkFigures {
  /** Runs that are not final, by status and pipeline, whichever process works on them. */
  readonly runs: readonly RunCount[];
  /** Runs that this process works on. */
  readonly runsAtWork: number;
  /** Turns of this process that wait for a place on their floor. */
  readonly turnsWaiting: number;
  readonly approvalsWaiting: number;
  /** When the approval that waits longest was asked for, ms; null: none waits. */
  readonly oldestApprovalAt: number | null;
  /** Since the leases of this process were last renewed, ms; null: they need no renewal. */
  readonly leaseAgeMs: number | null;
}

/** Figures for `GET /metrics`. */
@Injectable()
export class WorkLevels {
  constructor(
    private readonly projection: RunProjection,
    private readonly approvals: PendingApprovals,
    private readonly activeRuns: ActiveRuns,
    private readonly slots: TurnSlots,
    private readonly keeper: LeaseKeeper,
  ) {}

  /** Costs as much as there is work in hand, however many runs are stored. */
  current(): WorkFigures {
    const approvals = this.approvals.list();
    return {
      runs: this.projection.activeCounts(),
      runsAtWork: this.activeRuns.all().length,
      turnsWaiting: this.slots.waitingTurns,
      approvalsWaiting: approvals.length,
      oldestApprovalAt: approvals[0]?.requestedAt ?? null,
      leaseAgeMs: this.keeper.renewedAgoMs,
    };
  }
}
