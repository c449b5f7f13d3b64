import { Injectable } from '@nestjs/common';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { Run, TurnRecord } from '../../protocol/records/work.js';
import { deliveryTexts } from '../../protocol/texts/delivery.js';
import { WorkspaceFiles } from '../../workspaces/workspace-files.js';
import { isFinal } from '../../protocol/rules/run-status.js';
import { worktreeTexts } from '../../protocol/texts/worktrees.js';
import { ResultsRepository } from '../history/results.repository.js';
import { RunsRepository } from '../history/runs.repository.js';
import { WorktreesRepository } from './worktrees/worktrees.repository.js';

/** An ended run with the turns that may have changed its files. */
export interface EndedRun {
  readonly run: Run;
  /** The approval policy pinned at submission. */
  readonly autoApproved: boolean;
  /** Its turns, including those taken over, in the order of their starts. */
  readonly turns: readonly TurnRecord[];
  /**
   * Turns of retried runs that were not taken over, and of all earlier runs in the same worktree;
   * their writes may still stand.
   */
  readonly earlier: readonly TurnRecord[];
  /** The runs that it continues in the same files, the latest first. */
  readonly continued: readonly ContinuedRun[];
}

/** An earlier run, with all turns that may have changed files for it. */
export interface ContinuedRun {
  readonly run: Run;
  readonly turns: readonly TurnRecord[];
}

/** Longest chain of runs that is followed beyond the continued one. */
const mostContinued = 20;

/** Runs whose changes can be reverted or delivered. */
@Injectable()
export class EndedRuns {
  constructor(
    private readonly runs: RunsRepository,
    private readonly results: ResultsRepository,
    private readonly files: WorkspaceFiles,
    private readonly worktrees: WorktreesRepository,
  ) {}

  /**
   * @throws NotFoundError if there is no such run
   * @throws RefusedError if it is at work, or its files are not here
   */
  async find(runId: string): Promise<EndedRun> {
    const { record: run, autoApproveShell } = await this.runs.require(runId);
    if (!isFinal(run.status)) throw new RefusedError(deliveryTexts.stillAtWork(runId));
    await this.demandWorktree(run);
    const absence = await this.files.absence(run);
    if (absence !== null) throw new RefusedError(deliveryTexts.filesAway(runId, absence));
    const turns = await this.turnsOf(runId);
    return {
      run,
      autoApproved: autoApproveShell,
      turns,
      earlier: await this.turnsBefore(run, turns),
      continued: await this.continuedBy(run),
    };
  }

  /** True if a run's files are here, the run is unknown, or its files are gone with a worktree. */
  async areHere(runId: string): Promise<boolean> {
    const stored = await this.runs.find(runId);
    if (stored === null || (await this.isGone(stored.record))) return true;
    return (await this.files.absence(stored.record)) === null;
  }

  /** @throws RefusedError if the run had a worktree that is gone */
  private async demandWorktree(run: Run): Promise<void> {
    if (await this.isGone(run)) throw new RefusedError(worktreeTexts.gone(run.id));
  }

  private async isGone({ worktree }: Run): Promise<boolean> {
    const row = worktree === undefined ? undefined : await this.worktrees.find(worktree);
    return row === null || row?.state === 'closed';
  }

  private async turnsOf(runId: string): Promise<readonly TurnRecord[]> {
    const rows = await this.results.turnsOf(runId);
    return rows.map(({ record }) => record);
  }

  /** Turns of earlier runs in the same files, without those that the run has taken over. */
  async turnsBefore(
    { retryOf, worktreeAfter = retryOf, workspacePath }: Run,
    turns: readonly TurnRecord[],
  ): Promise<readonly TurnRecord[]> {
    const known = new Set(turns.map(originOf));
    const found: TurnRecord[] = [];
    for (let id = worktreeAfter; id !== undefined;) {
      const stored = await this.runs.find(id);
      if (stored?.record.workspacePath !== workspacePath) break;
      for (const turn of await this.turnsOf(id)) {
        if (!known.has(originOf(turn))) found.push(turn);
        known.add(originOf(turn));
      }
      id = stored.record.worktreeAfter ?? stored.record.retryOf;
    }
    return found;
  }

  private async continuedBy({ continues, workspacePath }: Run): Promise<readonly ContinuedRun[]> {
    const found: ContinuedRun[] = [];
    for (let id = continues; id !== undefined && found.length < mostContinued;) {
      const stored = await this.runs.find(id);
      if (stored?.record.workspacePath !== workspacePath) break;
      const run = stored.record;
      const own = await this.turnsOf(id);
      found.push({ run, turns: [...(await this.turnsBefore(run, own)), ...own] });
      id = run.continues;
    }
    return found;
  }
}

function originOf({ id, takenFrom }: TurnRecord): string {
  return takenFrom ?? id;
}
