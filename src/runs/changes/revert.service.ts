import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { PathLocks } from '../../platform/fleet/path-locks.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import type { Run, TurnRecord } from '../../protocol/records/work.js';
import type { Told } from '../../protocol/command-results.js';
import { deliveryTexts } from '../../protocol/texts/delivery.js';
import { RunsRepository } from '../history/runs.repository.js';
import { EndedRuns } from './ended-runs.js';
import { isUnrecorded } from './recorded-writes.js';
import { LossError, type Restored, revertWrites, StatesGoneError } from './revert.js';
import { SnapshotsService } from './snapshots.service.js';

/** Another run is at work in the files of a run to be reverted. */
class BesideOthers extends RefusedError {}

/** Reverts a run's changes in its workspace. */
@Injectable()
export class RevertService {
  private readonly log: ScopedLogger;

  constructor(
    private readonly endedRuns: EndedRuns,
    private readonly runs: RunsRepository,
    private readonly snapshots: SnapshotsService,
    private readonly locks: PathLocks,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/snapshots');
  }

  /**
   * Restores the workspace to before the run, or to before one of its turns. Files not written by
   * the run stay unchanged. All or nothing; of concurrent requests one does the work and the others
   * find nothing to do.
   * @throws NotFoundError if there is no such run
   * @throws RefusedError naming files if others' changes would be lost; if this run or another one
   * in the same files is at work; if there is no such turn, or its states are not kept
   */
  async revert(runId: string, turnId?: string): Promise<Told> {
    const { run, turns, earlier } = await this.endedRuns.find(runId);
    await this.refuseBeside(run);
    const own = turnsFrom(turns, turnId);
    if (own === null) throw new RefusedError(deliveryTexts.noTurn(runId, turnId ?? ''));
    if (own.some(isUnrecorded)) throw new RefusedError(deliveryTexts.notRecorded(runId));
    const restored = await this.restore(run, own, earlier);
    const { files, left } = restored;
    if (restored.wasSo) throw new RefusedError(deliveryTexts.revertedAlready(runId));
    const message = deliveryTexts.reverted(runId, files, left);
    this.log.info(message);
    await this.transactions.run(async (tx) => {
      await this.runs.addDeed(tx, runId, { kind: 'reverted', at: this.clock.now(), by: 'person' });
      tx.publish({ type: 'log', level: 'info', scope: 'engine/snapshots', message });
      tx.conclude({ message });
    });
    return { message };
  }

  /** @throws BesideOthers if, by its row, a run is at work in the same files */
  private async refuseBeside(run: Run): Promise<void> {
    const active = await this.runs.active();
    const other = active.find((each) => sharesFiles(each, run));
    if (other !== undefined) throw new BesideOthers(deliveryTexts.othersAtWork(run.id, other.id));
  }

  /** @throws RefusedError for every failure */
  private async restore(
    run: Run,
    own: readonly TurnRecord[],
    earlier: readonly TurnRecord[],
  ): Promise<Restored> {
    try {
      const repository = await this.snapshots.repositoryOf(run.workspacePath);
      const { workspace } = repository.place;
      const { signal } = new AbortController();
      return await this.locks.hold(new Map([[`states of ${workspace}`, workspace]]), signal, () =>
        revertWrites(repository, { turns: own, earlier, confirm: () => this.refuseBeside(run) }),
      );
    } catch (thrown) {
      if (thrown instanceof BesideOthers) throw thrown;
      if (thrown instanceof LossError) {
        throw new RefusedError(deliveryTexts.changedSince(run.id, thrown.paths));
      }
      this.log.warn(`run ${run.id}: ${messageOf(thrown)}`);
      if (thrown instanceof StatesGoneError) {
        throw new RefusedError(deliveryTexts.notRecorded(run.id));
      }
      throw new RefusedError(deliveryTexts.notReverted(run.id, messageOf(thrown)));
    }
  }
}

/** True if one run's directory is the other's, or inside it. */
function sharesFiles({ workspacePath: one }: Run, { workspacePath: other }: Run): boolean {
  return isInside(one, other) || isInside(other, one);
}

function isInside(directory: string, other: string): boolean {
  const relative = path.relative(other, directory);
  return relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
}

/** The turns by start, from the given one on, or all. Null: there is no such turn. */
function turnsFrom(
  turns: readonly TurnRecord[],
  turnId: string | undefined,
): readonly TurnRecord[] | null {
  const ordered = [...turns].sort((a, b) => a.startedAt - b.startedAt);
  if (turnId === undefined) return ordered;
  const first = ordered.findIndex(({ id }) => id === turnId);
  return first === -1 ? null : ordered.slice(first);
}
