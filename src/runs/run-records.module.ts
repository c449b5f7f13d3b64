import { Global, Module } from '@nestjs/common';
import { TurnOutcomes } from '../models/signals/learned/turn-outcomes.js';
import { RunFigures } from '../workspaces/run-figures.js';
import { ShownRunFigures } from '../workspaces/shown-run-figures.js';
import { PendingApprovals } from './approvals/pending-approvals.js';
import { ApprovalsRepository } from './persistence/approvals.repository.js';
import { DeliveriesRepository } from './persistence/deliveries.repository.js';
import { JournalRepository } from './persistence/journal.repository.js';
import { LeaseHoldersRepository } from './persistence/lease-holders.repository.js';
import { LeasesRepository } from './persistence/leases.repository.js';
import { ResultsRepository } from './persistence/results.repository.js';
import { RunSearchRepository } from './persistence/run-search.repository.js';
import { RunsRepository } from './persistence/runs.repository.js';
import { UnservedRunsRepository } from './persistence/unserved-runs.repository.js';
import { TurnSlotsRepository } from './persistence/turn-slots.repository.js';
import { RunProjection } from './run-projection.js';

const persistence = [
  ApprovalsRepository,
  DeliveriesRepository,
  JournalRepository,
  LeaseHoldersRepository,
  LeasesRepository,
  ResultsRepository,
  RunSearchRepository,
  RunsRepository,
  UnservedRunsRepository,
  TurnSlotsRepository,
];

/**
 * Owns what is stored of runs and shown of them. It depends on no other feature, and is global so
 * that models and floors, which know nothing of runs, find the supplier of their ports.
 */
@Global()
@Module({
  providers: [
    ...persistence,
    RunProjection,
    PendingApprovals,
    { provide: RunFigures, useExisting: RunsRepository },
    { provide: ShownRunFigures, useExisting: RunProjection },
    { provide: TurnOutcomes, useExisting: ResultsRepository },
  ],
  exports: [
    ...persistence,
    RunProjection,
    PendingApprovals,
    RunFigures,
    ShownRunFigures,
    TurnOutcomes,
  ],
})
export class RunRecordsModule {}
