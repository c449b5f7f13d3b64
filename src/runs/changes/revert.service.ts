import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import type { Run, TurnRecord } from '../../protocol/records/work.js';
import { deliveryTexts } from '../../protocol/texts/delivery.js';
import { RunProjection } from '../run-projection.js';
import { EndedRuns } from './ended-runs.js';
import { madeBefore } from './file-age.js';
import { isUnrecorded, recordedWrites } from './recorded-writes.js';
import type { ShadowRepository } from './shadow-repository.js';
import { SnapshotsService } from './snapshots.service.js';
import {
  differences,
  planRevert,
  type RecordedWrites,
  turnsFrom,
  withoutOrigin,
} from './write-history.js';

interface Recorded {
  readonly repository: ShadowRepository;
  readonly writes: readonly RecordedWrites[];
  readonly between: readonly RecordedWrites[];
}

/** Takes back what a run changed in its workspace. */
@Injectable()
export class RevertService {
  private readonly log: ScopedLogger;

  constructor(
    private readonly endedRuns: EndedRuns,
    private readonly atWork: RunProjection,
    private readonly snapshots: SnapshotsService,
    private readonly transactions: Transactions,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/snapshots');
  }

  /**
   * Puts the workspace back to before the run, or to before a turn and all later ones of the run.
   * Files that the run did not write are left alone. It is done whole or not at all.
   * @throws NotFoundError when there is no such run
   * @throws RefusedError naming the files, when changes of others would be lost; when this run
   * or another in the same files is at work; when there is no such turn, or its states are not kept
   */
  async revert(runId: string, turnId?: string): Promise<void> {
    const { run, turns, earlier } = await this.endedRuns.find(runId);
    const other = this.atWork.active().find((each) => sharesFiles(each, run));
    if (other !== undefined) throw new RefusedError(deliveryTexts.othersAtWork(runId, other.id));
    const own = turnsFrom(turns, turnId);
    if (own === null) throw new RefusedError(deliveryTexts.noTurn(runId, turnId ?? ''));
    if (own.some(isUnrecorded)) throw new RefusedError(deliveryTexts.notRecorded(runId));
    const files = await this.restore(run, own, earlier);
    const message = deliveryTexts.reverted(runId, files);
    this.log.info(message);
    await this.transactions.run(async (tx) => {
      tx.publish({ type: 'log', level: 'info', scope: 'engine/snapshots', message });
    });
  }

  /** @returns how many files were put back @throws RefusedError, whatever the reason */
  private async restore(
    run: Run,
    own: readonly TurnRecord[],
    earlier: readonly TurnRecord[],
  ): Promise<number> {
    try {
      const { repository, writes, between } = await this.recorded(run, own, earlier);
      const current = await repository.snapshot();
      const paths = [...writes, ...between].flatMap(({ before }) => [...before.keys()]);
      const now = await repository.entries(current, paths);
      const plan = planRevert(writes, between, now);
      if (plan.conflicts.length > 0) {
        throw new RefusedError(deliveryTexts.changedSince(run.id, plan.conflicts));
      }
      // A file from before the first turn whose old content was not recorded, as it was ignored.
      const { wanted } = plan;
      const { workspace } = repository.place;
      const firstAt = own[0]?.startedAt ?? 0;
      const unknown = await madeBefore(workspace, withoutOrigin(wanted, now), firstAt);
      if (unknown.length > 0) throw new RefusedError(deliveryTexts.changedSince(run.id, unknown));
      const changed = differences(wanted, now);
      if (changed.length > 0) await repository.restore(current, wanted);
      return changed.length;
    } catch (thrown) {
      if (thrown instanceof RefusedError) throw thrown;
      throw new RefusedError(deliveryTexts.notReverted(run.id, messageOf(thrown)));
    }
  }

  /** The writes to undo, and those of the runs it retries that were made after the first of them. */
  private async recorded(
    run: Run,
    own: readonly TurnRecord[],
    earlier: readonly TurnRecord[],
  ): Promise<Recorded> {
    try {
      const repository = await this.snapshots.repositoryOf(run.workspacePath);
      const writes = await recordedWrites(repository, own);
      const first = Math.min(...writes.map(({ beforeAt }) => beforeAt));
      const between = (await recordedWrites(repository, earlier)).filter(
        ({ beforeAt }) => beforeAt >= first,
      );
      return { repository, writes, between };
    } catch (thrown) {
      this.log.warn(`run ${run.id}: ${messageOf(thrown)}`);
      throw new RefusedError(deliveryTexts.notRecorded(run.id));
    }
  }
}

/** Whether one works in the directory of the other, or below it. */
function sharesFiles({ workspacePath: one }: Run, { workspacePath: other }: Run): boolean {
  return isInside(one, other) || isInside(other, one);
}

function isInside(directory: string, other: string): boolean {
  const relative = path.relative(other, directory);
  return relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
}
