import type { Transactions } from '#platform/database/transactions.js';
import type { EventBus } from '#platform/events/event-bus.js';
import type { EventFeed } from '#platform/events/event-feed.js';
import type { EventLog } from '#platform/events/event-log.js';
import type { Ids } from '#platform/ids.js';
import type { OfficeLogger } from '#platform/logging/office-logger.js';
import type { Repeater } from '#platform/repeater.js';
import type { ApprovalClock } from '#runs/approvals/approval-clock.js';
import type { ApprovalsRepository } from '#runs/approvals/approvals.repository.js';
import type { ApprovalsService } from '#runs/approvals/approvals.service.js';
import type { ResultsRepository } from '#runs/history/results.repository.js';
import type { RunsRepository } from '#runs/history/runs.repository.js';
import type { LeasesRepository } from '#runs/queue/leases.repository.js';
import type { Outside } from './outside.js';
import type { SimulatedClock, SimulatedProcess } from './world.js';

/** What every part of one start of a replica is built on. */
export interface Foundation {
  readonly outside: Outside;
  readonly process: SimulatedProcess;
  readonly clock: SimulatedClock;
  readonly logger: OfficeLogger;
  readonly ids: Ids;
  readonly bus: EventBus;
  readonly feed: EventFeed;
  readonly log: EventLog;
  readonly repeater: Repeater;
  readonly transactions: Transactions;
  /** On a connection of their own. */
  readonly renewals: Transactions;
  readonly runs: RunsRepository;
  readonly results: ResultsRepository;
  readonly leases: LeasesRepository;
  readonly approvalRows: ApprovalsRepository;
  readonly approvals: ApprovalsService;
  readonly approvalClock: ApprovalClock;
}
