import { Injectable } from '@nestjs/common';
import type { Tx } from '../platform/database/tx.js';
import { OfficeLogger, type ScopedLogger } from '../platform/logging/office-logger.js';
import type { Run } from '../protocol/records/work.js';
import { runTexts } from '../protocol/texts/runs.js';
import { EmployeesService } from '../workspaces/employees/employees.service.js';
import { LeasesRepository } from './persistence/leases.repository.js';
import { RunsRepository } from './persistence/runs.repository.js';

/** Stores accepted runs and announces them. */
@Injectable()
export class RunIntake {
  private readonly log: ScopedLogger;

  constructor(
    private readonly runs: RunsRepository,
    private readonly leases: LeasesRepository,
    private readonly employees: EmployeesService,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
  }

  /** @param autoApproved the approval policy, which is pinned with the run */
  async store(tx: Tx, run: Run, autoApproved: boolean): Promise<void> {
    await this.runs.insert(tx, run, autoApproved);
    await this.leases.create(tx, run.id);
    this.announce(tx, run, autoApproved);
  }

  /** First the policy that holds for the run, then the run, then its first owner at work. */
  private announce(tx: Tx, run: Run, autoApproved: boolean): void {
    const message = runTexts.policyPinned(run.id, autoApproved);
    tx.afterCommit(() => this.log.info(message));
    tx.publish({ type: 'log', level: 'info', scope: 'engine/run', message });
    tx.publish({ type: 'run.created', run });
    const owner = run.stages[0]?.spec.roleIds[0];
    if (owner === undefined) return;
    this.employees.change(tx, run.workspaceId, owner, {
      status: 'thinking',
      activity: runTexts.readingBrief,
      currentRunId: run.id,
    });
  }
}
