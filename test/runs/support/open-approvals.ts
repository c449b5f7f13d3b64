import { StoreRetry } from '#platform/database/store-retry.js';
import { subscribeListeners } from '#platform/events/office-listeners.js';
import { ApprovalsService } from '#runs/approvals/approvals.service.js';
import { PendingApprovals } from '#runs/approvals/pending-approvals.js';
import type { StoredRuns } from './stored-runs.js';

/** The approvals of a process that starts on the store. */
export function openApprovals({
  store,
  approvals,
  checks,
  sandboxes,
}: StoredRuns): ApprovalsService {
  const { transactions, bus, clock, logger } = store;
  const retry = new StoreRetry(clock, logger);
  const service = new ApprovalsService(transactions, approvals, checks, sandboxes, retry, clock);
  subscribeListeners(bus, service);
  return service;
}

/** What such a process shows of those that wait. */
export async function openPending({ store, approvals }: StoredRuns): Promise<PendingApprovals> {
  const pending = new PendingApprovals(store.projections, approvals);
  await pending.onModuleInit();
  return pending;
}
