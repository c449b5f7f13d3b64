import { Inject, Injectable, Optional } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import type { Locked, Tx } from '../../platform/database/tx.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { ActiveFloor } from '../active-floor.service.js';
import { EmployeesService } from '../employees/employees.service.js';
import { WorkspacesRepository } from '../persistence/workspaces.repository.js';
import { FloorGrants } from '../floor-grants.js';
import { RunFigures } from '../run-figures.js';
import { defaultOf } from '../workspaces.service.js';

/** Closes floors. */
@Injectable()
export class FloorClosingService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: WorkspacesRepository,
    private readonly active: ActiveFloor,
    private readonly employees: EmployeesService,
    @Optional() @Inject(RunFigures) private readonly figures: RunFigures | null,
    @Optional() @Inject(FloorGrants) private readonly grants: FloorGrants | null,
  ) {}

  /**
   * Closes a floor; its directory and runs stay.
   * @throws RefusedError for the default floor, and for one with active runs
   */
  async close(id: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.repository.lockList(tx);
      const floor = await this.closable(tx, id);
      await this.employees.forgetFloor(tx, floor);
      await this.grants?.forgetFloor(tx, id);
      await this.active.leave(tx, id, () => this.defaultBeside(tx, id));
      await this.repository.delete(tx, floor);
      tx.conclude(null);
    });
  }

  private async defaultBeside(tx: Tx, id: string): Promise<Workspace | undefined> {
    const floors = await this.repository.all(tx.manager);
    return defaultOf(floors.filter((other) => other.id !== id));
  }

  /** A submission locks its floor against closing, so no run can be added in between. */
  private async closable(tx: Tx, id: string): Promise<Locked<Workspace>> {
    const floor = await this.repository.lockToClose(tx, id);
    if (floor === null) throw new RefusedError(workspaceTexts.noWorkspace(id));
    if (floor.isDefault) throw new RefusedError(workspaceTexts.defaultStays);
    const running = (await this.figures?.countActive(tx, id)) ?? 0;
    if (running > 0) throw new RefusedError(workspaceTexts.hasActiveRuns(floor.name, running));
    return floor;
  }
}
