import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/tx.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { Isolation } from '../../protocol/records/enums.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import type { Run, StageSpec } from '../../protocol/records/work.js';
import type { WorkPlace } from '../../protocol/records/work-place.js';
import { retryTexts } from '../../protocol/texts/runs.js';
import { worktreeTexts } from '../../protocol/texts/worktrees.js';
import { WorkspaceFiles } from '../../workspaces/workspace-files.js';
import { WorkspacesService } from '../../workspaces/workspaces.service.js';
import { WorktreesRepository } from '../changes/worktrees/worktrees.repository.js';
import { WorktreesService } from '../changes/worktrees/worktrees.service.js';

/** The place where a new run works. */
export type RunPlace = Omit<WorkPlace, 'isolationNote' | 'baseNote' | 'setup'>;

/** The place of a new run, by its submission or else by its floor. */
export function placeOn(
  { path: workspacePath, isolation: ofFloor }: Pick<Workspace, 'path' | 'isolation'>,
  asked: Isolation | undefined,
  stages: readonly StageSpec[] = [],
): RunPlace {
  if (asked !== undefined) return { workspacePath, isolation: asked };
  // A run that only reads leaves nothing half done.
  const isRead = stages.length > 0 && stages.every(({ readOnly }) => readOnly === true);
  if (ofFloor !== 'worktree' || isRead) return { workspacePath };
  return { workspacePath, isolation: ofFloor, isolationOfFloor: true };
}

function placeOfFloor({ isolation, isolationOfFloor }: Run): Pick<Workspace, 'isolation'> {
  return isolation !== undefined && isolationOfFloor === true ? { isolation } : {};
}

/** Chooses where new runs work: in the floor's folder, in a new worktree, or in that of an earlier run. */
@Injectable()
export class RunPlaces {
  constructor(
    private readonly worktrees: WorktreesService,
    private readonly rows: WorktreesRepository,
    private readonly files: WorkspaceFiles,
    private readonly workspaces: WorkspacesService,
  ) {}

  /**
   * The place for a run that continues an earlier one in its worktree; null: the worktree is gone,
   * or there was none.
   */
  async goingOnFrom(earlier: Run): Promise<RunPlace | null> {
    const { workspacePath, worktree, worktreeBase } = earlier;
    const row = worktree === undefined ? null : await this.rows.find(worktree);
    if (row === null || row.state === 'closed') return null;
    const { name, runId: worktreeAfter } = row;
    return {
      ...{ workspacePath, isolation: 'worktree', worktree: name, worktreeAfter },
      ...(worktreeBase !== undefined && { worktreeBase }),
    };
  }

  /**
   * The place of a run that repeats an earlier one: the earlier worktree, or a place of its own.
   * @param takesStages stages of the earlier run are taken over
   * @throws RefusedError if the worktree with their files is gone
   */
  async again(earlier: Run, takesStages: boolean): Promise<RunPlace> {
    const place = await this.goingOnFrom(earlier);
    if (place !== null) return place;
    const { id, workspaceId, workspacePath: path, isolation, isolationOfFloor } = earlier;
    const { worktreeBase } = earlier;
    if (earlier.worktree !== undefined && takesStages) {
      throw new RefusedError(retryTexts.refused(id, worktreeTexts.notRetried));
    }
    const asked = isolationOfFloor === true ? undefined : isolation;
    const base = worktreeBase === undefined ? {} : { worktreeBase };
    if (earlier.worktree === undefined) {
      return { ...placeOn({ path, ...placeOfFloor(earlier) }, asked), ...base };
    }
    const floor = await this.workspaces.find(workspaceId);
    return { ...placeOn(floor ?? { path }, asked), ...base };
  }

  /** @throws RefusedError if the floor's folder is here and can have no worktree */
  async refuseWithoutGit(floor: Pick<Workspace, 'id' | 'path'>): Promise<void> {
    const place = { workspaceId: floor.id, workspacePath: floor.path };
    if ((await this.files.absence(place)) !== null) return;
    const obstacle = await this.worktrees.obstacle(floor.path);
    if (obstacle !== null) throw new RefusedError(worktreeTexts.refused(obstacle));
  }

  /** Takes over the worktree that the run continues in, if any. @throws RefusedError if another run uses it */
  async takeOver(tx: Tx, { id, worktree, worktreeAfter }: Run): Promise<void> {
    if (worktree === undefined || worktreeAfter === undefined) return;
    const known = { name: worktree, runId: worktreeAfter };
    if (await this.rows.handOver(tx, known, id)) return;
    throw new RefusedError(worktreeTexts.occupied(worktreeAfter));
  }
}
