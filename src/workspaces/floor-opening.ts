import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../platform/clock.js';
import { OfficeConfig } from '../platform/config/office-config.js';
import { Transactions } from '../platform/database/transactions.js';
import type { Tx } from '../platform/database/tx.js';
import { messageOf } from '../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../platform/logging/office-logger.js';
import { makeDirectory } from '../platform/paths/make-directory.js';
import type { Workspace } from '../protocol/records/organisation.js';
import { floorTexts, workspaceTexts } from '../protocol/texts/workspaces.js';
import { SkillsService } from '../skills/skills.service.js';
import { dropUnknownModules, growToSeat } from './layout/change-layout.js';
import { shippedKit } from './layout/kit.js';
import type { ModuleKit } from './layout/module-kit.js';
import { reseatStranded } from './layout/seating.js';
import { newFirstFloor } from './new-floor.js';
import { WorkspacesRepository } from './persistence/workspaces.repository.js';
import { layoutOf } from './rooms/layout-of.js';

/**
 * Opens the floors at boot: creates the first one on a first boot, and fits all of them to kit and
 * roster.
 */
@Injectable()
export class FloorOpening implements OnModuleInit {
  private readonly log: ScopedLogger;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: WorkspacesRepository,
    private readonly skills: SkillsService,
    private readonly config: OfficeConfig,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('workspaces');
  }

  async onModuleInit(): Promise<void> {
    let floors = await this.stored();
    if (floors.length === 0) {
      await makeHome(this.config.defaultWorkspacePath);
      await this.transactions.run((tx) => this.openFirst(tx));
      floors = await this.stored();
    }
    for (const { id } of floors) await this.open(id);
  }

  private stored(): Promise<readonly Workspace[]> {
    return this.transactions.snapshot(({ manager }) => this.repository.all(manager));
  }

  private async open(id: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const stored = await this.repository.lock(tx, id);
      if (stored === null) return;
      const reconciled = reconcileFloor(shippedKit, stored, this.clock.now());
      if (reconciled.floor !== stored) await this.repository.save(tx, stored, reconciled.floor);
      this.report(reconciled);
    });
  }

  /** Opens the first floor, unless another replica has done so meanwhile. */
  private async openFirst(tx: Tx): Promise<void> {
    if ((await this.repository.lockList(tx)).length > 0) return;
    const path = this.config.defaultWorkspacePath;
    const skillIds = this.skills.all().map((skill) => skill.id);
    const floor = newFirstFloor(path, skillIds, this.clock.now());
    await this.repository.insert(tx, floor);
  }

  private report({ floor, dropped, added, exhausted }: ReconciledFloor): void {
    if (dropped.length > 0) this.log.warn(floorTexts.modulesGone(floor.name, dropped));
    if (added > 0) this.log.info(workspaceTexts.grew(floor.name, added, floor.floor));
    if (exhausted) this.log.warn(workspaceTexts.outOfRoom(floor.name));
  }
}

async function makeHome(path: string): Promise<void> {
  try {
    await makeDirectory(path);
  } catch (thrown) {
    throw new Error(workspaceTexts.couldNotCreate(path, messageOf(thrown)), { cause: thrown });
  }
}

interface ReconciledFloor {
  /** The same object if nothing changed. */
  readonly floor: Workspace;
  /** Kinds of removed modules. */
  readonly dropped: readonly string[];
  /** Modules added for people without a seat. */
  readonly added: number;
  /** An employee has no seat and there is no room to build. */
  readonly exhausted: boolean;
}

/** Adapts a stored floor to this version's kit, with a seat for everyone if possible. */
export function reconcileFloor(kit: ModuleKit, floor: Workspace, now: number): ReconciledFloor {
  const { layout: fitting, dropped } = dropUnknownModules(kit, layoutOf(floor));
  const { roles } = floor.org;
  const growth = growToSeat(kit, fitting, { roster: roles.length, now });
  const { layout, added, exhausted } = growth;
  const changed = dropped.length > 0 || added > 0;
  if (!changed) return { floor, dropped, added, exhausted };
  const seated = reseatStranded({ kit, layout, roles });
  const reconciled = { ...floor, layout, org: { ...floor.org, roles: seated, updatedAt: now } };
  return { floor: reconciled, dropped, added, exhausted };
}
