import { Injectable } from '@nestjs/common';
import { RefusedError } from '../../platform/errors/office-error.js';
import { cachedShare } from '../../models/gateway/usage.js';
import type { CheckRecord } from '../../protocol/records/evidence.js';
import type { Run, RunCounts, RunDetail } from '../../protocol/records/work.js';
import { newestFirst } from '../../protocol/rules/run-order.js';
import type { RunSearch } from '../../protocol/rules/run-search.js';
import { runTexts } from '../../protocol/texts/runs.js';
import { commandEvidence } from '../engine/command-evidence.js';
import { WorktreesRepository } from '../changes/worktrees/worktrees.repository.js';
import { ApprovalsRepository } from '../approvals/approvals.repository.js';
import { ResultsRepository } from './results.repository.js';
import { RunSearchRepository } from './run-search.repository.js';
import { RunsRepository } from './runs.repository.js';
import { RunProjection } from './run-projection.js';

interface RunsRequest extends RunSearch {
  readonly limit: number;
  /** Id of a run: only runs that follow it in the answer. */
  readonly before?: string;
}

/** Reads runs. */
@Injectable()
export class RunsService {
  constructor(
    private readonly projection: RunProjection,
    private readonly runs: RunsRepository,
    private readonly results: ResultsRepository,
    private readonly approvals: ApprovalsRepository,
    private readonly history: RunSearchRepository,
    private readonly worktrees: WorktreesRepository,
  ) {}

  /** The runs held in memory, newest first, with full texts; only state frames shorten them. */
  async list(): Promise<readonly Run[]> {
    const held = this.projection.held();
    if (!this.projection.leavesSome) return held;
    const queued = await this.runs.allQueued();
    const byId = new Map([...queued, ...held].map((run) => [run.id, run]));
    return [...byId.values()].sort(newestFirst);
  }

  /**
   * A page of the matching stored runs, newest first or in the asked order.
   * @throws RefusedError if the page begins after an unknown run
   */
  async search({ before, ...asked }: RunsRequest): Promise<readonly Run[]> {
    if (before === undefined) return this.history.page(asked);
    const place = await this.history.placeOf(before);
    if (place === null) throw new RefusedError(runTexts.noRun(before));
    return this.history.page({ ...asked, before: place });
  }

  /** How many stored runs match. */
  counts(asked: RunSearch): Promise<RunCounts> {
    return this.history.counts(asked);
  }

  /**
   * A run of any age with its settled turns, artifacts and approvals.
   * @throws NotFoundError if there is none
   */
  async detail(id: string): Promise<RunDetail> {
    const { record: run, comments } = await this.runs.require(id);
    const [turns, artifacts, approvals, worktree] = await Promise.all([
      this.results.turnsOf(id),
      this.results.artifactsOf(id),
      this.approvals.ofRun(id),
      run.worktree === undefined ? null : this.worktrees.find(run.worktree),
    ]);
    const records = turns.map((row) => row.record);
    return {
      ...run,
      turns: records,
      artifacts,
      approvals: approvals.map((row) => row.record),
      cachedShare: cachedShare(records.map(({ usage }) => usage)),
      evidence: commandEvidence(records, officeCommands(run)),
      ...(comments !== null && { comments: comments.comments }),
      ...(worktree !== null && { worktreeKept: worktree.state !== 'closed' }),
    };
  }

  /** @throws NotFoundError if there is no such run */
  async require(id: string): Promise<Run> {
    return (await this.runs.require(id)).record;
  }
}

/** The commands that the office itself ran for the run, in order. */
function officeCommands({ setup, checks = [] }: Run): readonly CheckRecord[] {
  return setup === undefined ? checks : [setup, ...checks];
}
