import { Injectable } from '@nestjs/common';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { ChangeAction } from '../../protocol/records/enums.js';
import type { Run } from '../../protocol/records/work.js';
import type { ChangeActions } from '../../protocol/records/change-review.js';
import { isFinal } from '../../protocol/rules/run-status.js';
import { deliveryTexts } from '../../protocol/texts/delivery.js';
import { RunsRepository } from '../history/runs.repository.js';
import { branchFor, runMessage } from './commit-messages.js';
import { runsOf } from './delivery-branch.js';
import { DeliveryService } from './delivery.service.js';
import { PatchDelivery } from './patch-delivery.js';
import { RevertService } from './revert.service.js';
import { RunDiffService } from './run-diff.service.js';
import { WorktreeEnds } from './worktrees/worktree-ends.js';
import { WorktreeMerges } from './worktrees/worktree-merges.js';

type Refusals = ChangeActions['refusals'];

/** Lists the possible actions on a run's change, and why each other one is impossible. */
@Injectable()
export class ChangeActionsService {
  constructor(
    private readonly runs: RunsRepository,
    private readonly diffs: RunDiffService,
    private readonly deliveries: DeliveryService,
    private readonly patches: PatchDelivery,
    private readonly reverts: RevertService,
    private readonly merges: WorktreeMerges,
    private readonly ends: WorktreeEnds,
  ) {}

  /**
   * Checks every action without its effects.
   * @param turnId the turn from which on it would be reverted; absent: the whole run
   * @throws NotFoundError if there is no such run
   */
  async of(runId: string, turnId?: string): Promise<ChangeActions> {
    const { record: run } = await this.runs.require(runId);
    let told = toldOf(run);
    const comment = await refusalOf(() => this.demandChange(runId));
    if (!isFinal(run.status)) {
      const refusals = {
        ...sameFor(deliveryTexts.stillAtWork(runId)),
        ...named('comment', comment),
      };
      return { ...told, commits: [], earlier: [], refusals };
    }
    const commits: string[] = [];
    const earlier: string[] = [];
    const byBranch = await refusalOf(async () => {
      const wanted = { branch: told.branch, message: null, isNameless: true };
      await using prepared = await this.deliveries.prepare(runId, wanted);
      const { subjects, others } = prepared.commits;
      commits.push(...subjects);
      earlier.push(...others.earlier);
      told = toldOf(run, runsOf(others.continued));
      told = { ...told, branch: await prepared.commits.freeName(told.branch) };
    });
    const isNothing = comment === deliveryTexts.nothingToDeliver(runId);
    const refusals: Refusals = {
      ...named('comment', comment),
      ...named('branch', byBranch),
      ...named('workspace', await refusalOf(() => this.merges.demand(runId))),
      ...named('patch', await refusalOf(() => this.patches.demand(runId))),
      ...named('discard', await refusalOf(() => this.ends.atRest(runId))),
      ...named('revert', isNothing ? comment : await this.reverts.whyNotReverted(runId, turnId)),
      ...named('redo', await this.reverts.whyNotRedone(runId)),
    };
    return { ...told, commits, earlier, refusals };
  }

  private async demandChange(runId: string): Promise<void> {
    const { files } = await this.diffs.changes(runId);
    if (files.length === 0) throw new RefusedError(deliveryTexts.nothingToDeliver(runId));
  }
}

async function refusalOf(attempt: () => Promise<unknown>): Promise<string | null> {
  try {
    await attempt();
    return null;
  } catch (thrown) {
    if (thrown instanceof RefusedError) return thrown.message;
    throw thrown;
  }
}

function named(action: ChangeAction, refusal: string | null): Refusals {
  return refusal === null ? {} : { [action]: refusal };
}

function sameFor(reason: string): Refusals {
  return {
    ...{ branch: reason, workspace: reason, patch: reason },
    ...{ revert: reason, redo: reason, discard: reason },
  };
}

/** Suggested branch and message of a delivery; the earliest run in it names the branch. */
function toldOf(
  run: Run,
  continued: readonly Run[] = [],
): Pick<ChangeActions, 'runId' | 'branch' | 'message'> {
  const branch = branchFor({ ...(continued.at(-1) ?? run), id: run.id });
  return { runId: run.id, branch, message: runMessage(run, continued) };
}
