import { Injectable } from '@nestjs/common';
import { RefusedError } from '#platform/errors/office-error.js';
import { worktreeTexts } from '#protocol/texts/worktrees.js';
import { RunsService } from '#runs/history/runs.service.js';
import type { Submission } from '#runs/submit/submission-rules.js';
import { isIssue, type StoredIssue } from '../rows/forge-issues.repository.js';
import type { OpenForge } from './forge-access.js';
import { ForgeBases } from './forge-bases.js';

type WakePlace = Pick<Submission, 'isolation' | 'worktreeBase'>;

/** Finds where a woken run works. */
@Injectable()
export class WakePlaces {
  constructor(
    private readonly bases: ForgeBases,
    private readonly runs: RunsService,
  ) {}

  /**
   * For an issue, its worktree on top of the present base; for a request that a person asked for, the
   * very place of the run before, whose change would be lost elsewhere.
   * @returns null: the files are at another replica
   * @throws RefusedError if that place is gone
   */
  async of(open: OpenForge, issue: StoredIssue): Promise<WakePlace | null> {
    if (isIssue(issue)) {
      const worktreeBase = await this.bases.ofIssue(open, issue);
      return worktreeBase === null ? null : { isolation: 'worktree', worktreeBase };
    }
    if (!(await this.bases.isPossibleHere(open.forge))) return null;
    const run = await this.runs.detail(issue.runId ?? '');
    if (run.worktree === undefined) return { isolation: 'place' };
    if (run.worktreeKept === true) return {};
    throw new RefusedError(worktreeTexts.gone(run.id));
  }
}
