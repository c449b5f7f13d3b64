import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { JournalRepository } from '../../persistence/journal.repository.js';
import { RunSteps, type StepChanges } from './run-steps.js';

/** Reads and writes the steps of runs at work. */
@Injectable()
export class StepStore {
  constructor(private readonly journal: JournalRepository) {}

  /** @throws UnreadableJournal when a step is not of this engine */
  async load(runId: string): Promise<RunSteps> {
    return new RunSteps(await this.journal.ofRun(runId));
  }

  store(manager: EntityManager, runId: string, changes: StepChanges, at: number): Promise<void> {
    return this.journal.upsert(manager, runId, changes.rows, at);
  }

  /** A final run needs no journal. */
  delete(manager: EntityManager, runId: string): Promise<void> {
    return this.journal.delete(manager, runId);
  }
}
