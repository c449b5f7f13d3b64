import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { PathLocks } from '../../platform/fleet/path-locks.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import type { Run, TurnRecord } from '../../protocol/records/work.js';
import type { Told } from '../../protocol/command-results.js';
import type { RunDeed } from '../../protocol/records/evidence.js';
import { deliveryTexts } from '../../protocol/texts/delivery.js';
import { byPerson, standingRevert } from '../history/deeds.js';
import { RunsRepository } from '../history/runs.repository.js';
import { EndedRuns } from './ended-runs.js';
import { isUnrecorded } from './recorded-writes.js';
import { LossError, type Restored, revertWrites, StatesGoneError } from './revert.js';
import { sharesFiles } from './shared-files.js';
import { SnapshotsService } from './snapshots.service.js';

/** Another run is at work in the files to be reverted. */
class BesideOthers extends RefusedError {}

/** All files are already as the revert would leave them. */
class DoneAlready extends RefusedError {}

/** Thrown instead of reverting, if the request only asks whether a revert is possible. */
class Possible extends Error {}

interface RevertRequest {
  /** First turn to be reverted; absent: all. */
  readonly turnId?: string | undefined;
  /** Name of the person. */
  readonly by?: string | undefined;
}

interface RestoreOrder {
  readonly run: Run;
  readonly turns: readonly TurnRecord[];
  readonly earlier: readonly TurnRecord[];
  readonly redoes: boolean;
}

/** Reverts a run's changes in its workspace, and takes that back. */
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
  async revert(runId: string, { turnId, by }: RevertRequest = {}): Promise<Told> {
    const order = await this.revertOrder(runId, turnId);
    const { files, left } = await this.restore(order);
    const deed = { kind: 'reverted', ...(turnId !== undefined && { turnId }) } as const;
    return this.record(runId, deed, by, deliveryTexts.reverted(runId, files, left));
  }

  /**
   * Takes the last revert back: its files are again as the run left them.
   * @throws as `revert`, and if there is no revert that holds
   */
  async redo(runId: string, { by }: RevertRequest = {}): Promise<Told> {
    const order = await this.redoOrder(runId);
    const { files, left } = await this.restore(order);
    return this.record(runId, { kind: 'redone' }, by, deliveryTexts.redone(runId, files, left));
  }

  /**
   * Why the run could not be reverted now, all of it or from the turn on; null: it can be.
   * @throws NotFoundError if there is no such run
   */
  whyNotReverted(runId: string, turnId?: string): Promise<string | null> {
    return this.refusalOf(() => this.revertOrder(runId, turnId));
  }

  /** Why its last revert could not be taken back now; null: it can be. @throws NotFoundError */
  whyNotRedone(runId: string): Promise<string | null> {
    return this.refusalOf(() => this.redoOrder(runId));
  }

  private async refusalOf(order: () => Promise<RestoreOrder>): Promise<string | null> {
    const onlyAsked = new Possible();
    try {
      await this.restore(await order(), () => Promise.reject(onlyAsked));
    } catch (thrown) {
      if (thrown === onlyAsked) return null;
      if (thrown instanceof RefusedError) return thrown.message;
      throw thrown;
    }
    return null;
  }

  private async revertOrder(runId: string, turnId?: string): Promise<RestoreOrder> {
    const { run, turns, earlier } = await this.endedRuns.find(runId);
    await this.refuseBeside(run);
    const own = turnsFrom(turns, turnId);
    if (own === null) throw new RefusedError(deliveryTexts.noTurn(runId, turnId ?? ''));
    if (own.some(isUnrecorded)) throw new RefusedError(deliveryTexts.notRecorded(runId));
    return { run, turns: own, earlier, redoes: false };
  }

  private async redoOrder(runId: string): Promise<RestoreOrder> {
    const { run, turns } = await this.endedRuns.find(runId);
    const revert = standingRevert(run.changes ?? []);
    if (revert === undefined) throw new RefusedError(deliveryTexts.nothingToRedo(runId));
    await this.refuseBeside(run);
    const own = turnsFrom(turns, revert.turnId) ?? [];
    return { run, turns: own, earlier: [], redoes: true };
  }

  private async record(
    runId: string,
    deed: Pick<RunDeed, 'kind' | 'turnId'>,
    by: string | undefined,
    message: string,
  ): Promise<Told> {
    this.log.info(message);
    await this.transactions.run(async (tx) => {
      await this.runs.addDeed(tx, runId, { ...deed, at: this.clock.now(), ...byPerson(by) });
      tx.publish({ type: 'log', level: 'info', scope: 'engine/snapshots', message });
      tx.conclude({ message });
    });
    return { message };
  }

  /** @throws BesideOthers if a run's row says that it is at work in the same files */
  private async refuseBeside(run: Run): Promise<void> {
    const active = await this.runs.active();
    const other = active.find((each) => sharesFiles(each, run));
    if (other !== undefined) throw new BesideOthers(deliveryTexts.othersAtWork(run.id, other.id));
  }

  /**
   * @param confirm called before anything changes
   * @throws RefusedError for every failure, and what `confirm` throws
   */
  private async restore(
    { run, ...order }: RestoreOrder,
    confirm: () => Promise<void> = () => this.refuseBeside(run),
  ): Promise<Restored> {
    const refuseDone = (wasSo: boolean): Promise<void> => {
      const { redoneAlready, revertedAlready } = deliveryTexts;
      if (wasSo) throw new DoneAlready((order.redoes ? redoneAlready : revertedAlready)(run.id));
      return confirm();
    };
    try {
      const repository = await this.snapshots.repositoryOf(run.workspacePath);
      const { workspace } = repository.place;
      const { signal } = new AbortController();
      return await this.locks.hold(new Map([[`states of ${workspace}`, workspace]]), signal, () =>
        revertWrites(repository, { ...order, confirm: refuseDone }),
      );
    } catch (thrown) {
      if (thrown instanceof BesideOthers || thrown instanceof DoneAlready) throw thrown;
      if (thrown instanceof Possible) throw thrown;
      if (thrown instanceof LossError) {
        throw new RefusedError(deliveryTexts.changedSince(run.id, thrown.paths, order.redoes));
      }
      this.log.warn(`run ${run.id}: ${messageOf(thrown)}`);
      if (thrown instanceof StatesGoneError) {
        throw new RefusedError(deliveryTexts.notRecorded(run.id));
      }
      const reason = messageOf(thrown);
      throw new RefusedError(deliveryTexts.notReverted(run.id, reason, order.redoes));
    }
  }
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
