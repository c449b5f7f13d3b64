import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RefusedError } from '#platform/errors/office-error.js';
import type { Run } from '#protocol/records/work.js';
import { SnapshotError } from '#runs/changes/shadow-git.js';
import { type BaseSource, PresentBases } from '#runs/changes/worktrees/present-bases.js';
import { ForgeError } from '../clients/forge-error.js';
import { ForgeIssuesRepository, isIssue } from '../rows/forge-issues.repository.js';
import { ForgeAccess } from './forge-access.js';
import { ForgeBases } from './forge-bases.js';
import { refusalOf } from './forges.service.js';

/** Finds the present base commit for a run that repeats a run for an issue. */
@Injectable()
export class RetryBases implements BaseSource, OnModuleInit {
  constructor(
    private readonly issues: ForgeIssuesRepository,
    private readonly access: ForgeAccess,
    private readonly bases: ForgeBases,
    private readonly present: PresentBases,
  ) {}

  onModuleInit(): void {
    this.present.register(this);
  }

  async baseOf({ id, retryOf }: Pick<Run, 'id' | 'retryOf'>): Promise<string | null> {
    // The issue's row may not name the new run yet.
    const issue = (await this.issues.ofRun(id)) ?? (await this.issues.ofRun(retryOf ?? id));
    if (issue === null || !isIssue(issue)) return null;
    const open = await this.access.open(issue.forgeId);
    if (open === null) return null;
    try {
      return await this.bases.ofIssue(open, issue);
    } catch (thrown) {
      if (thrown instanceof SnapshotError) throw new RefusedError(thrown.message);
      if (thrown instanceof ForgeError) throw refusalOf(thrown, open.forge.url);
      throw thrown;
    }
  }
}
