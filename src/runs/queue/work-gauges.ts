import { Injectable } from '@nestjs/common';
import { PendingApprovals } from '../approvals/pending-approvals.js';
import { ActiveRuns } from './run-worker.js';
import { LeaseKeeper } from './lease-keeper.js';
import { TurnSlots } from './turn-slots.js';
import { type RunCount, RunProjection } from '../history/run-projection.js';

/** The present amount of work. */
export interface WorkFigures {
  /** Numbers of runs that are not final, by status and pipeline, of all processes. */
  readonly runs: readonly RunCount[];
  /** Runs at work in this process. */
  readonly runsAtWork: number;
  /** Turns of this process waiting for a slot. */
  readonly turnsWaiting: number;
  readonly approvalsWaiting: number;
  /** Time of the oldest pending approval, ms; null: none is pending. */
  readonly oldestApprovalAt: number | null;
  /** Time since the last renewal of this process's leases, ms; null: no renewal is needed. */
  readonly leaseAgeMs: number | null;
}

/** Gauges of `GET /metrics`. */
@Injectable()
export class WorkGauges {
  constructor(
    private readonly projection: RunProjection,
    private readonly approvals: PendingApprovals,
    private readonly activeRuns: ActiveRuns,
    private readonly slots: TurnSlots,
    private readonly keeper: LeaseKeeper,
  ) {}

  /** Its cost depends on the active work, not on the number of stored runs. */
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
