import { Injectable } from '@nestjs/common';
import { isStoreFailure } from '#platform/database/store-failure.js';
import { Transactions } from '#platform/database/transactions.js';
import { messageOf } from '#platform/errors/error-text.js';
import { RefusedError } from '#platform/errors/office-error.js';
import { PathLocks } from '#platform/fleet/path-locks.js';
import type { Told } from '#protocol/command-results.js';
import { deliveryTexts } from '#protocol/texts/delivery.js';
import { worktreeTexts } from '#protocol/texts/worktrees.js';
import { byPerson } from '../../history/deeds.js';
import { LeaseKeeper } from '../../queue/lease-keeper.js';
import { EndedRuns } from '../ended-runs.js';
import { SnapshotsService } from '../snapshots.service.js';
import { mergeChange, readyMerge } from './merge-change.js';
import { WorktreeEnds } from './worktree-ends.js';
import { type KnownWorktree, WorktreesRepository } from './worktrees.repository.js';

/**
 * Merges the change of a worktree into the workspace. The row is marked first, so that the next
 * process completes a merge that a crash cut off; files that are merged already stay as they are.
 */
@Injectable()
export class WorktreeMerges {
  /** Names of worktrees whose change this process merges. */
  private readonly merging = new Set<string>();

  constructor(
    private readonly endedRuns: EndedRuns,
    private readonly rows: WorktreesRepository,
    private readonly ends: WorktreeEnds,
    private readonly snapshots: SnapshotsService,
    private readonly locks: PathLocks,
    private readonly transactions: Transactions,
    private readonly keeper: LeaseKeeper,
  ) {}

  /**
   * Merges all that was changed in the worktree of an ended run, and removes the worktree.
   * @throws NotFoundError, RefusedError naming files that people changed in the same places
   */
  async merge(runId: string, by?: string): Promise<Told> {
    const worktree = await this.ends.atRest(runId);
    const { name } = worktree;
    if (this.merging.has(name)) throw this.ends.busy(runId, worktree);
    this.merging.add(name);
    try {
      return await this.carryOut(runId, worktree, by);
    } finally {
      this.merging.delete(name);
    }
  }

  /**
   * Completes merges that were cut off in this process or on a replica that has ended; returns
   * failures.
   */
  async resume(): Promise<readonly string[]> {
    const failures: string[] = [];
    for (const { name, runId } of await this.rows.interrupted(this.keeper.owner)) {
      if (this.merging.has(name)) continue;
      await this.merge(runId).catch((thrown: unknown) => failures.push(messageOf(thrown)));
    }
    return failures;
  }

  /**
   * Asks whether the change could be merged now, without doing so.
   * @throws NotFoundError, RefusedError as `merge`
   */
  async demand(runId: string): Promise<void> {
    const worktree = await this.ends.atRest(runId);
    const changes = await this.endedRuns.find(worktree.runId);
    try {
      const from = await this.snapshots.repositoryOf(changes.run.workspacePath);
      const into = await this.snapshots.repositoryOf(worktree.workspace);
      await readyMerge({ changes, from, into });
    } catch (thrown) {
      if (isStoreFailure(thrown) || thrown instanceof RefusedError) throw thrown;
      throw new RefusedError(deliveryTexts.notDelivered(runId, messageOf(thrown)));
    }
  }

  private async carryOut(
    runId: string,
    worktree: KnownWorktree,
    by: string | undefined,
  ): Promise<Told> {
    const { name, workspace } = worktree;
    const changes = await this.endedRuns.find(worktree.runId);
    const { owner } = this.keeper;
    const isOurs = await this.transactions.run((tx) =>
      this.rows.startDelivery(tx, worktree, owner),
    );
    if (!isOurs) throw this.ends.busy(runId, worktree);
    try {
      const from = await this.snapshots.repositoryOf(changes.run.workspacePath);
      const into = await this.snapshots.repositoryOf(workspace);
      const real = into.place.workspace;
      const { signal } = new AbortController();
      const files = await this.locks.hold(new Map([[`states of ${real}`, real]]), signal, () =>
        mergeChange({ changes, from, into }),
      );
      const message = worktreeTexts.merged(runId, files, workspace);
      const end = { kind: 'workspace', ...byPerson(by), message } as const;
      await this.ends.close({ ...worktree, state: 'delivering' }, end);
      return { message };
    } catch (thrown) {
      // The next attempt recognises files that were merged before the store failed.
      if (isStoreFailure(thrown)) throw thrown;
      await this.transactions.run((tx) => this.rows.reopen(tx, name));
      if (thrown instanceof RefusedError) throw thrown;
      throw new RefusedError(deliveryTexts.notDelivered(runId, messageOf(thrown)));
    }
  }
}
