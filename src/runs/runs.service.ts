import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../platform/errors/office-error.js';
import { cachedShare } from '../models/gateway/usage.js';
import type { Run, RunDetail } from '../protocol/records/work.js';
import { runTexts } from '../protocol/texts/runs.js';
import { commandEvidence } from './domain/command-evidence.js';
import { ApprovalsRepository } from './persistence/approvals.repository.js';
import { ResultsRepository } from './persistence/results.repository.js';
import { RunsRepository } from './persistence/runs.repository.js';
import { RunProjection } from './run-projection.js';

/** Looking at runs. */
@Injectable()
export class RunsService {
  constructor(
    private readonly board: RunProjection,
    private readonly runs: RunsRepository,
    private readonly results: ResultsRepository,
    private readonly approvals: ApprovalsRepository,
  ) {}

  /** The engine's set, newest first, whole: the bound on texts is one of frames (decisions.md A17). */
  list(): readonly Run[] {
    return this.board.held();
  }

  /**
   * A run with its settled turns, artifacts and approvals, however old it is.
   * @throws NotFoundError when there is none
   */
  async detail(id: string): Promise<RunDetail> {
    const run = await this.require(id);
    const [turns, artifacts, approvals] = await Promise.all([
      this.results.turnsOf(id),
      this.results.artifactsOf(id),
      this.approvals.ofRun(id),
    ]);
    const records = turns.map((row) => row.record);
    return {
      ...run,
      turns: records,
      artifacts,
      approvals: approvals.map((row) => row.record),
      cachedShare: cachedShare(records.map(({ usage }) => usage)),
      evidence: commandEvidence(records),
    };
  }

  /** @throws NotFoundError when there is no such run */
  async require(id: string): Promise<Run> {
    const stored = await this.runs.find(id);
    if (stored === null) throw new NotFoundError(runTexts.noRun(id));
    return stored.record;
  }
}
