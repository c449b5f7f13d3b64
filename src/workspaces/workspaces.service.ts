import { Injectable } from '@nestjs/common';
import type { Tx } from '../platform/database/tx.js';
import type { RoutingPosture } from '../protocol/records/enums.js';
import type { Workspace } from '../protocol/records/organisation.js';
import type { Pipeline } from '../protocol/records/work.js';
import { SettingsService } from '../settings/settings.service.js';
import { FloorCache } from './floor-cache.js';
import { WorkspacesRepository } from './persistence/workspaces.repository.js';
import { offeredPipelines } from './pipelines/offered-pipelines.js';
import { PluginPipelines } from './plugin-pipelines.js';

/** The floors as other modules see them: immutable snapshots, read without waiting. */
@Injectable()
export class WorkspacesService {
  constructor(
    private readonly floors: FloorCache,
    private readonly repository: WorkspacesRepository,
    private readonly pluginPipelines: PluginPipelines,
    private readonly settings: SettingsService,
  ) {}

  find(id: string): Workspace | undefined {
    return this.floors.find(id);
  }

  /** Reads the floor again: another replica may have opened or changed it. */
  async refresh(id: string): Promise<void> {
    const stored = await this.repository.find(id);
    const held = this.floors.find(id);
    if (stored === null || (held && held.org.updatedAt >= stored.org.updatedAt)) return;
    this.floors.put(stored);
  }

  /** From the ground up; the same list until a floor changes. */
  list(): readonly Workspace[] {
    return this.floors.list();
  }

  /** The floor the service was set up with, else the lowest one; undefined when there is none. */
  defaultFloor(): Workspace | undefined {
    const floors = this.floors.list();
    return floors.find((floor) => floor.isDefault) ?? floors[0];
  }

  /** Pipelines the floor can run, those of plugins included. */
  pipelinesOf(floor: Workspace): readonly Pipeline[] {
    return offeredPipelines(floor.org.pipelineIds, this.pluginPipelines.list());
  }

  /** The floor's own posture, else the installation default (decisions.md D12). */
  postureOf(floor: Workspace): RoutingPosture {
    return floor.org.routingPosture ?? this.settings.current().defaultRoutingPosture;
  }

  /** Adds to the recorded spend of the floor; money spent for a floor that is gone is dropped. */
  async addSpend(tx: Tx, workspaceId: string, usd: number): Promise<void> {
    if (usd === 0 || !(await this.repository.addSpend(tx, workspaceId, usd))) return;
    tx.afterCommit(() => this.spent(workspaceId, usd));
  }

  private spent(workspaceId: string, usd: number): void {
    const floor = this.floors.find(workspaceId);
    if (floor === undefined) return;
    const spentUsd = floor.budget.spentUsd + usd;
    this.floors.put({ ...floor, budget: { ...floor.budget, spentUsd } });
  }
}
