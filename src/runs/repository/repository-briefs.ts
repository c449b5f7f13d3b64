import { Injectable } from '@nestjs/common';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { ChildEnvironments } from '../../platform/process/child-environments.js';
import { RunJournal } from '../engine/journal/run-journal.js';
import type { RunSession } from '../engine/journal/run-session.js';
import { repositoryBrief } from './repository-brief.js';

/** The repository brief of each run: collected before its first stage, and stored with it. */
@Injectable()
export class RepositoryBriefs {
  private readonly log: ScopedLogger;

  constructor(
    private readonly journal: RunJournal,
    private readonly environments: ChildEnvironments,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
  }

  /** A run that is continued keeps the brief that it has. */
  async collect(session: RunSession): Promise<void> {
    if (session.repositoryBrief !== null) return;
    const brief = await this.briefOf(session);
    await this.journal.commit(session, (commit) => {
      commit.repositoryBrief = brief;
    });
  }

  /** Empty where the workspace cannot be read: work goes on without it. */
  private async briefOf({ run, signal }: RunSession): Promise<string> {
    const inherited = this.environments.inherited();
    try {
      return await repositoryBrief({ workspacePath: run.workspacePath, inherited, signal });
    } catch (thrown) {
      this.log.warn(`${run.workspacePath} could not be looked at: ${messageOf(thrown)}`);
      return '';
    }
  }
}
