import { JournalStepEntity } from './journal-step.entity.js';
import { ApprovalEntity, ArtifactEntity, TurnEntity } from './result.entities.js';
import { LeaseHolderEntity, RunEntity, RunLeaseEntity } from './run.entity.js';
import { RunSearchEntity } from './run-search.entity.js';

export const runEntities = [
  RunEntity,
  RunSearchEntity,
  RunLeaseEntity,
  LeaseHolderEntity,
  JournalStepEntity,
  TurnEntity,
  ArtifactEntity,
  ApprovalEntity,
];
