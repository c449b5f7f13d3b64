import { Injectable } from '@nestjs/common';
import type { Run, TurnRecord } from '#protocol/records/work.js';
import { readablePatch } from '#protocol/rules/readable-patch.js';
import type { EarlierRun } from '../../submit/earlier-run.js';
import { ApprovalsRepository } from '../../approvals/approvals.repository.js';
import type { Lease } from '../../queue/leases.repository.js';
import { ResultsRepository } from '../../history/results.repository.js';
import type { RunEntity } from '../../history/run.entity.js';
import { RunsRepository } from '../../history/runs.repository.js';
import { ShellPolicies } from '../shell-policies.js';
import { journalVersion, UnreadableJournal } from './journal-version.js';
import { RunSteps, StepStore } from './run-steps.js';
import { RunSession } from './run-session.js';

/** Loads a run from the store, so that its code can run again over the recorded steps. */
@Injectable()
export class RunLoader {
  constructor(
    private readonly runs: RunsRepository,
    private readonly steps: StepStore,
    private readonly results: ResultsRepository,
    private readonly approvals: ApprovalsRepository,
    private readonly shells: ShellPolicies,
  ) {}

  /** True if the run's row says that the operator wants it cancelled. */
  async isCancelled(runId: string): Promise<boolean> {
    const row = await this.runs.find(runId);
    return row !== null && row.cancelRequestedAt !== null;
  }

  /** Additions of people to the run's row. */
  async addedTo(runId: string): Promise<Pick<Run, 'instructions' | 'commentsAt'>> {
    return (await this.runs.find(runId))?.record ?? {};
  }

  /** @throws UnreadableJournal if this engine cannot continue the run */
  async load(lease: Lease): Promise<RunSession> {
    const row = await this.rowOf(lease);
    if (row.journalVersion !== journalVersion) {
      throw new UnreadableJournal(`its journal is of version ${row.journalVersion}`);
    }
    return this.sessionOf(lease, row, await this.steps.load(lease.runId));
  }

  /** The run without its journal, which is enough to end it. */
  async loadWithoutJournal(lease: Lease): Promise<RunSession> {
    return this.sessionOf(lease, await this.rowOf(lease), new RunSteps([]));
  }

  private async rowOf({ runId }: Lease): Promise<RunEntity> {
    const row = await this.runs.find(runId);
    if (row === null) throw new Error(`run ${runId} has a lease and no record`);
    return row;
  }

  private async sessionOf(lease: Lease, row: RunEntity, steps: RunSteps): Promise<RunSession> {
    const [turns, artifacts, approvals] = await Promise.all([
      this.results.turnsOf(lease.runId),
      this.results.artifactsOf(lease.runId),
      this.approvals.ofRun(lease.runId),
    ]);
    const earlier = await this.earlierRun(row.record.continues);
    const turnKeys = turns.map(({ stepKey }) => stepKey);
    const session = new RunSession({
      lease,
      run: row.record,
      autoApproveShell: row.autoApproveShell,
      repositoryBrief: row.repositoryBrief,
      cancelRequested: row.cancelRequestedAt !== null,
      steps,
      turns: turns.map(({ stepKey, record }) => [stepKey, record]),
      artifacts,
      approvals: approvals.map(({ stepKey, record }) => [stepKey, record]),
      knownCosts: steps.knownCosts(new Set(turnKeys)),
      earlier,
    });
    session.shell = this.shells.of(session);
    return session;
  }

  private async earlierRun(id: string | undefined): Promise<EarlierRun | null> {
    const row = id === undefined ? null : await this.runs.find(id);
    if (row === null) return null;
    const turns = await this.results.turnsOf(row.id);
    return earlierRunOf(
      row.record,
      turns.map(({ record }) => record),
    );
  }
}

function earlierRunOf(run: Run, turns: readonly TurnRecord[]): EarlierRun {
  const { id, brief, commented, status, outcome, error, stages, plan, changes = [] } = run;
  const filesWritten = [...new Set(turns.flatMap((turn) => turn.wroteFiles))];
  const unfinished = stages.flatMap(({ spec, status: ended, error: why }) =>
    ended === 'failed' ? [`${spec.name} failed: ${why ?? ''}`.trim()] : [],
  );
  const steps = plan.filter((step) => step.status !== 'completed');
  return {
    id,
    brief,
    ...(commented && { commented }),
    status,
    report: outcome ?? stages.findLast((stage) => stage.status === 'done')?.summary ?? null,
    filesWritten,
    uncommitted: filesWritten.length > 0 && changes.every(({ undone }) => undone !== undefined),
    patches: turns.flatMap(({ diff }) =>
      (diff?.files ?? []).map(({ patch }) => readablePatch(patch)),
    ),
    openPoints: [
      ...(error === null ? [] : [error]),
      ...unfinished,
      ...steps.map(({ content }) => `Not done: ${content}`),
    ],
  };
}
