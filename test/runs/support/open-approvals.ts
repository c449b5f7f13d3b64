import { ApprovalsService } from '../../../src/runs/approvals/approvals.service.js';
import { PendingApprovals } from '../../../src/runs/approvals/pending-approvals.js';
import type { StoredRuns } from './stored-runs.js';

/** The approvals of a process that starts on the store. */
export async function openApprovals({ store, approvals }: StoredRuns): Promise<ApprovalsService> {
  const { transactions, projections, bus, clock } = store;
  const pending = new PendingApprovals(projections, approvals);
  await pending.onModuleInit();
  const service = new ApprovalsService(transactions, approvals, pending, bus, clock);
  service.onModuleInit();
  return service;
}
