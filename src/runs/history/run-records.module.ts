import { Global, Module } from '@nestjs/common';
import { TurnOutcomes } from '../../models/signals/learned/turn-outcomes.js';
import { RunFigures } from '../../workspaces/run-figures.js';
import { ShownRunFigures } from '../../workspaces/shown-run-figures.js';
import { PendingApprovals } from '../approvals/pending-approvals.js';
import { ApprovalsRepository } from '../approvals/approvals.repository.js';
import { DeliveriesRepository } from '../changes/deliveries.repository.js';
import { JournalRepository } from '../engine/journal/journal.repository.js';
import { LeaseHoldersRepository } from '../queue/lease-holders.repository.js';
import { LeasesRepository } from '../queue/leases.repository.js';
import { ResultsRepository } from './results.repository.js';
import { RunSearchRepository } from './run-search.repository.js';
import { RunsRepository } from './runs.repository.js';
import { UnservedRunsRepository } from '../queue/unserved-runs.repository.js';
import { TurnSlotsRepository } from '../queue/turn-slots.repository.js';
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
