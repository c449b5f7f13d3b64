import { Injectable } from '@nestjs/common';
import { RefusedError } from '#platform/errors/office-error.js';
import { unlessAborted } from '#platform/process/unless-aborted.js';
import type { Run } from '#protocol/records/work.js';
import { worktreeTexts } from '#protocol/texts/worktrees.js';

type RepeatedRun = Pick<Run, 'id' | 'retryOf' | 'worktreeBase'>;

/** Knows at which commit work begins now. */
export interface BaseSource {
  /** Null: it knows nothing of the run. @throws RefusedError saying why it cannot be known */
  baseOf(run: RepeatedRun): Promise<string | null>;
}

/** The commit at which the worktree of a repeated run begins, and what is to be said of it. */
export interface PresentBase {
  readonly commit: string;
  readonly note: string;
}

/** Where a run that repeats another begins, since the branch has moved on. */
@Injectable()
export class PresentBases {
  private source: BaseSource | null = null;

  register(source: BaseSource): void {
    this.source = source;
  }

  /** Null: it begins as it is recorded. @throws Error with the abort */
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
