import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { NotFoundError, RefusedError } from '../../platform/errors/office-error.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import type { TurnRecord } from '../../protocol/records/work.js';
import { deliveryTexts } from '../../protocol/texts/delivery.js';
import { runTexts } from '../../protocol/texts/runs.js';
import { isFinal } from '../domain/run-status.js';
import { ResultsRepository } from '../persistence/results.repository.js';
import { RunsRepository } from '../persistence/runs.repository.js';
import { madeBefore } from './file-age.js';
import { isUnrecorded, recordedWrites } from './recorded-writes.js';
import { planRevert, turnsFrom, withoutOrigin } from './revert-plan.js';
import type { ShadowRepository } from './shadow-repository.js';
import { SnapshotsService } from './snapshots.service.js';

/** Takes back what a run changed in its workspace. */
@Injectable()
export class RevertService {
  private readonly log: ScopedLogger;

  constructor(
    private readonly runs: RunsRepository,
    private readonly results: ResultsRepository,
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
   * @throws RefusedError naming the files, when changes of others would be lost; when the run is at
   * work; when there is no such turn, or its states are not kept
   */
  async revert(runId: string, turnId?: string): Promise<void> {
    const stored = await this.runs.find(runId);
    if (stored === null) throw new NotFoundError(runTexts.noRun(runId));
    const { record: run } = stored;
    if (!isFinal(run.status)) throw new RefusedError(deliveryTexts.stillAtWork(runId));
    const rows = await this.results.turnsOf(runId);
    const turns = turnsFrom(
      rows.map(({ record }) => record),
      turnId,
    );
    if (turns === null) throw new RefusedError(deliveryTexts.noTurn(runId, turnId ?? ''));
    if (turns.some(isUnrecorded)) throw new RefusedError(deliveryTexts.notRecorded(runId));
    const files = await this.restore(run.workspacePath, runId, turns);
    const message = deliveryTexts.reverted(runId, files);
    this.log.info(message);
    await this.transactions.run(async (tx) => {
      tx.publish({ type: 'log', level: 'info', scope: 'engine/snapshots', message });
    });
  }

  /** @returns how many files were put back @throws RefusedError, whatever the reason */
  private async restore(
    workspacePath: string,
    runId: string,
    turns: readonly TurnRecord[],
  ): Promise<number> {
    try {
      const { repository, writes } = await this.recorded(workspacePath, runId, turns);
      const current = await repository.snapshot();
      const paths = [...new Set(writes.flatMap(({ before }) => [...before.keys()]))];
      const now = await repository.entries(current, paths);
      const { wanted, conflicts } = planRevert(writes, now);
      if (conflicts.length > 0) {
        throw new RefusedError(deliveryTexts.changedSince(runId, conflicts));
      }
      // A file from before the first turn whose old content was not recorded, as it was ignored.
      const { workspace } = repository.place;
      const firstAt = turns[0]?.startedAt ?? 0;
      const unknown = await madeBefore(workspace, withoutOrigin(wanted, now), firstAt);
      if (unknown.length > 0) throw new RefusedError(deliveryTexts.changedSince(runId, unknown));
      if (wanted.size > 0) await repository.restore(current, wanted);
      return wanted.size;
    } catch (thrown) {
      if (thrown instanceof RefusedError) throw thrown;
      throw new RefusedError(deliveryTexts.notReverted(runId, messageOf(thrown)));
    }
  }

  private async recorded(workspacePath: string, runId: string, turns: readonly TurnRecord[]) {
    try {
      const repository: ShadowRepository = await this.snapshots.repositoryOf(workspacePath);
      const writes = await Promise.all(turns.map((turn) => recordedWrites(repository, turn)));
      return { repository, writes: writes.flatMap((write) => write ?? []) };
    } catch (thrown) {
      this.log.warn(`run ${runId}: ${messageOf(thrown)}`);
      throw new RefusedError(deliveryTexts.notRecorded(runId));
    }
  }
}
