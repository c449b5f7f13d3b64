import { RunsAtWork } from '../../models/provider-keys/runs-at-work.js';
import { Global, Module } from '@nestjs/common';
import { TurnOutcomes } from '../../models/signals/learned/turn-outcomes.js';
import { FloorGrants } from '../../workspaces/floor-grants.js';
import { RunFigures } from '../../workspaces/run-figures.js';
import { ShownRunFigures } from '../../workspaces/shown-run-figures.js';
import { AllowedChecks } from '../approvals/allowed-checks.js';
import { AllowedSandboxes } from '../approvals/allowed-sandboxes.js';
import { FloorAllowances } from '../approvals/floor-allowances.js';
import { ApprovalsRepository } from '../approvals/approvals.repository.js';
import { WorktreesRepository } from '../changes/worktrees/worktrees.repository.js';
import { PendingApprovals } from '../approvals/pending-approvals.js';
import { ResultsRepository } from './results.repository.js';
import { RunProjection } from './run-projection.js';
import { RunSearchRepository } from './run-search.repository.js';
import { RunsRepository } from './runs.repository.js';
import { RunsService } from './runs.service.js';

const stored = [
  AllowedChecks,
  AllowedSandboxes,
  ApprovalsRepository,
  ResultsRepository,
  RunSearchRepository,
  RunsRepository,
  WorktreesRepository,
];
const shown = [PendingApprovals, RunProjection, RunsService];

/**
 * Owns the stored and shown history of runs. It depends on no other feature and is global, so that
 * models and floors, which do not know runs, find the implementation of their ports.
 */
@Global()
@Module({
  providers: [
    ...stored,
    ...shown,
    { provide: FloorGrants, useClass: FloorAllowances },
    { provide: RunFigures, useExisting: RunsRepository },
    { provide: ShownRunFigures, useExisting: RunProjection },
    { provide: RunsAtWork, useExisting: RunProjection },
    { provide: TurnOutcomes, useExisting: ResultsRepository },
  ],
  exports: [
    ...stored,
    ...shown,
    FloorGrants,
    RunFigures,
    ShownRunFigures,
    RunsAtWork,
    TurnOutcomes,
  ],
})
export class HistoryModule {}
