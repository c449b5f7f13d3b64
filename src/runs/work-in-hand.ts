/** How much is going on, as `GET /api/health` counts it; the runs module answers it. */
export abstract class WorkInHand {
  /** Runs that are not final. */
  abstract activeRuns(): number;

  abstract pendingApprovals(): number;
}
