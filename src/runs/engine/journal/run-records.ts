import { Injectable } from '@nestjs/common';
import { isFinal } from '../../domain/run-status.js';
import { ApprovalsRepository } from '../../persistence/approvals.repository.js';
import { LeasesRepository } from '../../persistence/leases.repository.js';
import { ResultsRepository } from '../../persistence/results.repository.js';
import { RunsRepository } from '../../persistence/runs.repository.js';
import { StepStore } from '../steps/step-store.js';
import type { RunCommit } from './run-commit.js';

/** Stores what one commit changes of a run, inside its transaction. */
@Injectable()
export class RunRecords {
  constructor(
    private readonly steps: StepStore,
    private readonly leases: LeasesRepository,
    private readonly runs: RunsRepository,
    private readonly results: ResultsRepository,
    private readonly approvals: ApprovalsRepository,
  ) {}

  async store(commit: RunCommit): Promise<void> {
    const { manager } = commit.tx;
    for (const [stepKey, turn] of commit.turns) {
      await this.results.insertTurn(manager, stepKey, turn);
    }
    await this.results.insertArtifacts(manager, commit.artifacts);
    for (const { approval, stepKey, waitMs, grantKey } of commit.approvals) {
      await this.approvals.insert(manager, approval, stepKey, waitMs, grantKey ?? null);
    }
    await this.storeRun(commit);
    if (isFinal(commit.run.status)) {
      await this.steps.delete(manager, commit.run.id);
      await this.leases.delete(manager, commit.run.id);
    } else {
      await this.steps.store(manager, commit.run.id, commit.steps, commit.at);
    }
  }

  private async storeRun({
    tx,
    run,
    changesRun,
    progress,
    repositoryBrief,
  }: RunCommit): Promise<void> {
    if (changesRun) await this.runs.update(tx.manager, run);
    else if (progress !== null) await this.runs.storeProgress(tx.manager, run.id, progress);
    if (repositoryBrief === null) return;
    await this.runs.storeRepositoryBrief(tx.manager, run.id, repositoryBrief);
  }
}
