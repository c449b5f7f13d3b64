import { Injectable } from '@nestjs/common';
import { ApprovalsRepository } from '../../persistence/approvals.repository.js';
import { type JournalStep, JournalRepository } from '../../persistence/journal.repository.js';
import type { Lease } from '../../persistence/leases.repository.js';
import { ResultsRepository } from '../../persistence/results.repository.js';
import { RunsRepository } from '../../persistence/runs.repository.js';
import { recordedCallCost } from '../turn/recorded-answer.js';
import { RunSession } from './run-session.js';

/** Reads a run back from the store, so that its code can be run again over what is recorded. */
@Injectable()
export class RunLoader {
  constructor(
    private readonly runs: RunsRepository,
    private readonly journal: JournalRepository,
    private readonly results: ResultsRepository,
    private readonly approvals: ApprovalsRepository,
  ) {}

  /** Whether the operator wants the run cancelled, as its row says now. */
  async isCancelled(runId: string): Promise<boolean> {
    const row = await this.runs.find(runId);
    return row !== null && row.cancelRequestedAt !== null;
  }

  async load(lease: Lease): Promise<RunSession> {
    const { runId } = lease;
    const row = await this.runs.find(runId);
    if (row === null) throw new Error(`run ${runId} has a lease and no record`);
    const [steps, turns, artifacts, approvals] = await Promise.all([
      this.journal.ofRun(runId),
      this.results.turnsOf(runId),
      this.results.artifactsOf(runId),
      this.approvals.ofRun(runId),
    ]);
    const turnKeys = turns.map((turn) => turn.stepKey);
    return new RunSession({
      lease,
      run: row.record,
      autoApproveShell: row.autoApproveShell,
      cancelRequested: row.cancelRequestedAt !== null,
      steps,
      turns: turns.map((turn) => [turn.stepKey, turn.record]),
      artifacts,
      approvals: approvals.map((approval) => [approval.stepKey, approval.record]),
      knownCosts: unsettledCosts(steps, new Set(turnKeys)),
    });
  }
}

/** Costs of recorded answers whose turn has not settled: spent, though not yet on the run. */
function unsettledCosts(
  steps: readonly JournalStep[],
  settledTurns: ReadonlySet<string>,
): (readonly [string, number])[] {
  return steps.flatMap((step) => {
    const cost = recordedCallCost(step);
    const turnKey = step.key.slice(0, step.key.lastIndexOf('/'));
    return cost === null || settledTurns.has(turnKey) ? [] : [[step.key, cost] as const];
  });
}
