/** Counts for `GET /api/health`, supplied by the runs module. */
export abstract class WorkCounts {
  /** Runs that are not final. */
  abstract activeRuns(): number;

  abstract pendingApprovals(): number;
}
