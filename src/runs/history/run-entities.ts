import { JournalStepEntity } from '../engine/journal/journal-step.entity.js';
import {
  AllowedCheckEntity,
  AllowedSandboxEntity,
  ApprovalEntity,
  ArtifactEntity,
  TurnEntity,
} from './result.entities.js';
import { LeaseHolderEntity, RunLeaseEntity, TurnSlotEntity } from '../queue/lease.entities.js';
import { WorktreeEntity } from '../changes/worktrees/worktree.entity.js';
import { RunEntity } from './run.entity.js';
import { RunSearchEntity } from './run-search.entity.js';

export const runEntities = [
  RunEntity,
  RunSearchEntity,
  RunLeaseEntity,
  LeaseHolderEntity,
  TurnSlotEntity,
  JournalStepEntity,
  TurnEntity,
  ArtifactEntity,
  ApprovalEntity,
  AllowedCheckEntity,
  AllowedSandboxEntity,
  WorktreeEntity,
];
