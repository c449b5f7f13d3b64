import type { RunStatus } from '../protocol/records/enums.js';

/** Runs of one status and pipeline. */
export interface RunCount {
  readonly status: RunStatus;
  /** Null for queued runs that are left in the database until their turn comes. */
  readonly pipelineId: string | null;
  readonly count: number;
}

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

/** Figures for `GET /metrics`, supplied by the runs module. */
export abstract class WorkLevels {
  /** Costs as much as there is work in hand, however many runs are stored. */
  abstract current(): WorkFigures;
}
