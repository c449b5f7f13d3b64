import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '../platform/database/tx.js';
import type { RoutingPosture } from '../protocol/records/enums.js';
import type { Workspace } from '../protocol/records/organisation.js';
import type { Pipeline } from '../protocol/records/work.js';
import { SettingsService } from '../settings/settings.service.js';
import { WorkspacesRepository } from './persistence/workspaces.repository.js';
import { offeredPipelines } from './pipelines/offered-pipelines.js';
import { PluginPipelines } from './plugin-pipelines.js';

/**
 * Floors for decisions: each method reads rows, in the given transaction if any. `ShownFloors` is
 * for display.
 */
@Injectable()
export class WorkspacesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: WorkspacesRepository,
    private readonly pluginPipelines: PluginPipelines,
    private readonly settings: SettingsService,
  ) {}

  find(id: string, tx?: Tx): Promise<Workspace | null> {
    return this.repository.find(tx ?? this.dataSource, id);
  }

  /** The directories of all floors. */
  async directories(): Promise<readonly string[]> {
    const sites = await this.repository.sites(this.dataSource.manager);
    return sites.map(({ path }) => path);
  }

  /** The first floor, else the lowest one; undefined if there is none. */
  async defaultFloor(tx?: Tx): Promise<Workspace | undefined> {
    const { manager } = tx ?? this.dataSource;
    const lowest = await this.repository.lowest(manager);
    if (lowest === null || lowest.isDefault) return lowest ?? undefined;
    return defaultOf(await this.repository.all(manager));
  }

  /** Pipelines of the floor, including plugins' as known to this process. */
  pipelinesOf(floor: Workspace): readonly Pipeline[] {
    return offeredPipelines(floor.org.pipelineIds, this.pluginPipelines.list());
  }

  /** The floor's own posture, else the installation's default. */
  async postureOf(floor: Workspace): Promise<RoutingPosture> {
    return floor.org.routingPosture ?? (await this.settings.read()).defaultRoutingPosture;
  }

  /**
   * The floor as the transaction sees it, null if closed. It cannot be closed before the
   * transaction ends.
   */
  keepOpen(tx: Tx, workspaceId: string): Promise<Workspace | null> {
    return this.repository.keepOpen(tx, workspaceId);
  }

  /** Adds to the floor's recorded spend; that of a closed floor is dropped. */
  addSpend(tx: Tx, workspaceId: string, usd: number): void {
    if (usd !== 0) this.repository.addSpend(tx, workspaceId, usd);
  }
}

/** The first floor, else the lowest of these. */
export function defaultOf(floors: readonly Workspace[]): Workspace | undefined {
  return floors.find((floor) => floor.isDefault) ?? floors[0];
}
