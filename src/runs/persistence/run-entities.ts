import { JournalStepEntity } from './journal-step.entity.js';
import { ApprovalEntity, ArtifactEntity, TurnEntity } from './result.entities.js';
import { LeaseHolderEntity, RunEntity, RunLeaseEntity } from './run.entity.js';

export const runEntities = [
  RunEntity,
  RunLeaseEntity,
  LeaseHolderEntity,
  JournalStepEntity,
  TurnEntity,
  ArtifactEntity,
  ApprovalEntity,
];
