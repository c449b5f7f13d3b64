import { Injectable } from '@nestjs/common';
import { RefusedError } from '#platform/errors/office-error.js';
import { unlessAborted } from '#platform/process/unless-aborted.js';
import type { Run } from '#protocol/records/work.js';
import { worktreeTexts } from '#protocol/texts/worktrees.js';

type RepeatedRun = Pick<Run, 'id' | 'retryOf' | 'worktreeBase'>;

/** Knows the present base commit of a run. */
export interface BaseSource {
  /**
   * Null: it does not know the run.
   * @throws RefusedError saying why the commit cannot be known
   */
  baseOf(run: RepeatedRun): Promise<string | null>;
}

/** The commit at which a repeated run's worktree begins, and a note about it. */
export interface PresentBase {
  readonly commit: string;
  readonly note: string;
}

/**
 * Finds the present base commit of a run that repeats another, because its branch may have moved
 * on.
 */
@Injectable()
export class PresentBases {
  private source: BaseSource | null = null;

  register(source: BaseSource): void {
    this.source = source;
  }

  /**
   * Null: the run begins at its recorded commit.
   * @throws Error with the abort
   */
  async of(run: RepeatedRun, signal: AbortSignal): Promise<PresentBase | null> {
    const { worktreeBase: before, retryOf } = run;
    if (before === undefined || retryOf === undefined || this.source === null) return null;
    try {
      const commit = await unlessAborted(this.source.baseOf(run), signal, 'the run was stopped');
      if (commit === null || commit === before) return null;
      return { commit, note: worktreeTexts.begunAtPresent(retryOf) };
    } catch (thrown) {
      if (!(thrown instanceof RefusedError)) throw thrown;
      return { commit: before, note: worktreeTexts.notMoved(thrown.message) };
    }
  }
}
