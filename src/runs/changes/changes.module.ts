import { Module } from '@nestjs/common';
import { SettingsModule } from '../../settings/settings.module.js';
import { WorkspacesModule } from '../../workspaces/workspaces.module.js';
import { SlotsModule } from '../queue/slots.module.js';
import { BaseBranches } from './base-branches.js';
import { ChangeActionsService } from './change-actions.service.js';
import { ChangedLinesService } from './changed-lines.service.js';
import { DecidedDeliveries } from './decided-deliveries.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveryGate } from './delivery-gate.js';
import { DeliveryService } from './delivery.service.js';
import { EndedRuns } from './ended-runs.js';
import { FloorRemotes } from './floor-remotes.js';
import { PatchDelivery } from './patch-delivery.js';
import { RevertService } from './revert.service.js';
import { RunDiffController } from './run-diff.controller.js';
import { RunDiffService } from './run-diff.service.js';
import { SnapshotRetention } from './snapshot-retention.js';
import { SnapshotsCommands } from './snapshots.commands.js';
import { SnapshotsService } from './snapshots.service.js';
import { PresentBases } from './worktrees/present-bases.js';
import { WorktreeEnds } from './worktrees/worktree-ends.js';
import { WorktreeMerges } from './worktrees/worktree-merges.js';
import { WorktreeRetention } from './worktrees/worktree-retention.js';
import { WorktreesService } from './worktrees/worktrees.service.js';

/** Owns the changes that runs make in workspaces: states, diff, revert, delivery. */
@Module({
  imports: [SettingsModule, SlotsModule, WorkspacesModule],
  controllers: [RunDiffController],
  providers: [
    BaseBranches,
    ChangeActionsService,
    ChangedLinesService,
    DecidedDeliveries,
    DeliveriesRepository,
    DeliveryGate,
    DeliveryService,
    EndedRuns,
    FloorRemotes,
    PatchDelivery,
    PresentBases,
    RevertService,
    RunDiffService,
    SnapshotRetention,
    SnapshotsCommands,
    SnapshotsService,
    WorktreeEnds,
    WorktreeMerges,
    WorktreeRetention,
    WorktreesService,
  ],
  exports: [
    BaseBranches,
    ChangedLinesService,
    DecidedDeliveries,
    DeliveryService,
    FloorRemotes,
    PresentBases,
    RunDiffService,
    SnapshotsService,
    WorktreeEnds,
    WorktreesService,
  ],
})
export class ChangesModule {}
