import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tx } from '../../platform/database/tx.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { OfficeChanges } from '../../platform/state/office-changes.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { workspaceTexts } from '../../protocol/texts.js';
import { SkillsService } from '../../skills/skills.service.js';
import { ActiveFloor } from '../active-floor.service.js';
import { laterFloorColor } from '../default-organisation/floor-defaults.js';
import { EmployeesService } from '../employees/employees.service.js';
import { FloorCache } from '../floor-cache.js';
import { knownOnce } from '../known-once.js';
import { newFloor } from '../new-floor.js';
import { WorkspacesRepository } from '../persistence/workspaces.repository.js';
import { RunFigures } from '../run-figures.js';
import { acceptColor, acceptDescription } from './edit-details.js';
import { FloorDirectories } from './floor-directories.js';
import { acceptFloorName } from './floor-name.js';
import { freeSlug, slugOf } from './slug.js';

/** What a client says of a floor it wants opened; only the name is needed. */
export interface NewFloorRequest {
  readonly name: string;
  readonly description?: string;
  readonly color?: string;
  readonly folder?: string;
  readonly path?: string;
  readonly skillIds?: readonly string[];
}

/** Opening and closing floors (behaviour-server.md 6.1). */
@Injectable()
export class FloorsService {
  private readonly log: ScopedLogger;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: WorkspacesRepository,
    private readonly floors: FloorCache,
    private readonly directories: FloorDirectories,
    private readonly active: ActiveFloor,
    private readonly employees: EmployeesService,
    private readonly skills: SkillsService,
    private readonly figures: RunFigures,
    private readonly changes: OfficeChanges,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('workspaces');
  }

  /**
   * Opens a floor above all others, with its directory and the shipped organisation, fully staffed.
   * @throws RefusedError
   */
  open(request: NewFloorRequest): Promise<Workspace> {
    return this.transactions.run(async (tx) => {
      const others = await this.repository.lockList(tx);
      const floor = await this.design(request, others);
      await this.repository.insert(tx, floor);
      tx.afterCommit(() => this.floors.put(floor));
      tx.publish({ type: 'org.updated', workspaceId: floor.id, org: floor.org });
      this.tellOpened(tx, floor);
      return floor;
    });
  }

  /**
   * Closes a floor; its directory and its runs are left alone.
   * @throws RefusedError for the default floor, and for one that still has runs (decisions.md A9)
   */
  async close(id: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.repository.lockList(tx);
      const floor = this.closable(id, await this.repository.lock(tx, id));
      this.employees.forgetFloor(tx, floor);
      await this.active.leave(tx, id);
      await this.repository.delete(tx, id);
      tx.afterCommit(() => this.floors.remove(id));
    });
    this.changes.announce();
  }

  private async design(request: NewFloorRequest, others: readonly Workspace[]): Promise<Workspace> {
    const name = acceptFloorName(request.name);
    const color = acceptColor(request.color) ?? laterFloorColor;
    const description = acceptDescription(request.description);
    const skillIds = this.acceptSkills(request.skillIds);
    const path = await this.directories.prepare({ ...request, name }, others);
    const id = freeSlug(slugOf(name), new Set(others.map((floor) => floor.id)));
    const floor = Math.max(0, ...others.map((other) => other.floor)) + 1;
    const described = description === undefined ? {} : { description };
    return newFloor({ id, name, path, ...described, color, floor, skillIds }, this.clock.now());
  }

  private acceptSkills(wanted: readonly string[] | undefined): readonly string[] {
    const all = this.skills.all().map((skill) => skill.id);
    if (wanted === undefined) return all;
    const known = knownOnce(wanted, new Set(all));
    if (known.length === 0) throw new RefusedError(workspaceTexts.needsSkill);
    return known;
  }

  private closable(id: string, floor: Workspace | null): Workspace {
    if (floor === null) throw new RefusedError(workspaceTexts.noWorkspace(id));
    if (floor.isDefault) throw new RefusedError(workspaceTexts.defaultStays);
    const running = this.figures.activeCount(id);
    if (running > 0) throw new RefusedError(workspaceTexts.hasActiveRuns(floor.name, running));
    return floor;
  }

  private tellOpened(tx: Tx, floor: Workspace): void {
    const message = workspaceTexts.opened(floor.name, floor.path);
    tx.publish({ type: 'log', level: 'info', scope: 'workspaces', message });
    tx.afterCommit(() => this.log.info(message));
  }
}
