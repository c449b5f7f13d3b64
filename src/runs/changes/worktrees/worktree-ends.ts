import { Injectable } from '@nestjs/common';
import { ageAt, Clock } from '#platform/clock.js';
import { Transactions } from '#platform/database/transactions.js';
import { messageOf } from '#platform/errors/error-text.js';
import { RefusedError } from '#platform/errors/office-error.js';
import { OfficeLogger, type ScopedLogger } from '#platform/logging/office-logger.js';
import type { Told } from '#protocol/command-results.js';
import type { RunDeed } from '#protocol/records/evidence.js';
import { deliveryTexts } from '#protocol/texts/delivery.js';
import { worktreeEndTexts, worktreeTexts } from '#protocol/texts/worktrees.js';
import { byPerson } from '../../history/deeds.js';
import { RunsRepository } from '../../history/runs.repository.js';
import { type KnownWorktree, WorktreesRepository } from './worktrees.repository.js';
import { WorktreesService } from './worktrees.service.js';

/** The end of a worktree, with the message for people. */
interface WorktreeEnd extends Pick<RunDeed, 'kind' | 'by' | 'byName' | 'note'> {
  readonly message: string;
}

/**
 * Ends worktrees. The row is closed before the folder is removed, so that no run can continue in it;
 * `WorktreeRetention` completes an interrupted removal.
 */
@Injectable()
export class WorktreeEnds {
  private readonly log: ScopedLogger;

  constructor(
    private readonly rows: WorktreesRepository,
    private readonly runs: RunsRepository,
    private readonly worktrees: WorktreesService,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/worktrees');
  }

  /**
   * The worktree of an ended run, in which no run is at work.
   * @throws NotFoundError if there is no such run
   * @throws RefusedError if it is at work or has no worktree any more, or another run is at work in
   * its worktree
   */
  async atRest(runId: string): Promise<KnownWorktree> {
    const { record: run } = await this.runs.require(runId);
    if (run.endedAt === null) throw new RefusedError(deliveryTexts.stillAtWork(runId));
    if (run.worktree === undefined) throw new RefusedError(worktreeTexts.none(runId));
    const row = await this.rows.find(run.worktree);
    if (row === null || row.state === 'closed') throw new RefusedError(worktreeTexts.gone(runId));
    if ((await this.restingMs(row)) === null) throw this.busy(runId, row);
    return row;
  }

  busy(runId: string, row: KnownWorktree): RefusedError {
    return new RefusedError(worktreeTexts.busy(runId, row.runId));
  }

  /** Time since the latest run in it has ended, ms; null: one is at work. */
  async restingMs({ runId }: KnownWorktree): Promise<number | null> {
    const latest = await this.runs.find(runId);
    if (latest === null) return Infinity;
    return latest.endedAt === null ? null : this.sinceMs(latest.endedAt);
  }

  /** Age of a time, ms; zero if the clock was set back, so that nothing is removed then. */
  sinceMs(at: number): number {
    const age = ageAt(this.clock.now(), at);
    return Number.isFinite(age) ? age : 0;
  }

  /** True if a run has begun and not ended. */
  async isAtWork(runId: string): Promise<boolean> {
    const stored = await this.runs.find(runId);
    return stored !== null && stored.endedAt === null;
  }

  /** Removes the worktree of an ended run, with a change that was not delivered. */
  async discard(runId: string, by?: string): Promise<Told> {
    const worktree = await this.atRest(runId);
    const message = worktreeTexts.discarded(runId);
    const end = { kind: 'discarded', ...byPerson(by), message } as const;
    if (!(await this.close(worktree, end))) throw this.busy(runId, worktree);
    return { message };
  }

  /**
   * Discards the worktree in the office's name, because the purpose of the run is gone. A worktree
   * in which a later run has worked stays.
   * @throws NotFoundError, RefusedError as `atRest`
   */
  async discardAsOver(runId: string, how: keyof typeof worktreeEndTexts): Promise<void> {
    const worktree = await this.atRest(runId);
    // A person has continued in it, and nobody has seen that change.
    if (worktree.runId !== runId) throw this.busy(runId, worktree);
    const note = worktreeEndTexts[how];
    const message = worktreeTexts.removedAs(runId, note);
    const end = { kind: 'discarded', by: 'office', note, message } as const;
    if (!(await this.close(worktree, end))) throw this.busy(runId, worktree);
  }

  /** Ends a worktree for all runs in it. False: it has changed since it was read. */
  async close(worktree: KnownWorktree, { message, ...deed }: WorktreeEnd): Promise<boolean> {
    const runIds = await this.runsIn(worktree);
    const isClosed = await this.transactions.run(async (tx) => {
      const closed = await this.rows.close(tx, worktree);
      if (!closed) return false;
      const at = this.clock.now();
      for (const id of runIds) await this.runs.addDeed(tx, id, { ...deed, at });
      tx.publish({ type: 'log', level: 'info', scope: 'engine/worktrees', message });
      if (deed.by === 'person') tx.conclude({ message });
      return true;
    });
    if (!isClosed) return false;
    this.log.info(message);
    await this.clear(worktree);
    return true;
  }

  /** Removes the files of a closed worktree. Never throws: it is tried again later. */
  async clear(worktree: KnownWorktree): Promise<void> {
    try {
      const latest = await this.runs.find(worktree.runId);
      await this.worktrees.empty(worktree, latest?.record.workspacePath ?? '');
    } catch (thrown) {
      this.log.warn(`the worktree ${worktree.name} could not be removed: ${messageOf(thrown)}`);
    }
  }

  /** The latest run first. */
  private async runsIn({ name, runId }: KnownWorktree): Promise<readonly string[]> {
    const found: string[] = [];
    for (let id: string | undefined = runId; id !== undefined;) {
      found.push(id);
      const before: string | undefined = (await this.runs.find(id))?.record.worktreeAfter;
      id = id === name ? undefined : before;
    }
    return found;
  }
}
