import { Injectable } from '@nestjs/common';
import type { Tx } from '../platform/database/tx.js';
import { EventFeed } from '../platform/events/event-feed.js';
import type { RoutingPosture } from '../protocol/records/enums.js';
import type { Workspace } from '../protocol/records/organisation.js';
import type { Pipeline } from '../protocol/records/work.js';
import { SettingsService } from '../settings/settings.service.js';
import { FloorProjection } from './floor-projection.js';
import { WorkspacesRepository } from './persistence/workspaces.repository.js';
import { offeredPipelines } from './pipelines/offered-pipelines.js';
import { PluginPipelines } from './plugin-pipelines.js';

/** The floors as other modules see them: immutable snapshots, read without waiting. */
@Injectable()
export class WorkspacesService {
  constructor(
    private readonly floors: FloorProjection,
    private readonly repository: WorkspacesRepository,
    private readonly pluginPipelines: PluginPipelines,
    private readonly settings: SettingsService,
    private readonly feed: EventFeed,
  ) {}

  find(id: string): Workspace | undefined {
    return this.floors.find(id);
  }

  /** Afterwards what other replicas have committed so far shows here. */
  refresh(): Promise<void> {
    return this.feed.catchUp();
  }

  /** From the ground up; the same list until a floor changes. */
  list(): readonly Workspace[] {
    return this.floors.list();
  }

  /** The floor the service was set up with, else the lowest one; undefined when there is none. */
  defaultFloor(): Workspace | undefined {
    return defaultOf(this.floors.list());
  }

  /** Pipelines the floor can run, those of plugins included. */
  pipelinesOf(floor: Workspace): readonly Pipeline[] {
    return offeredPipelines(floor.org.pipelineIds, this.pluginPipelines.list());
  }

  /** The floor's own posture, else the installation default (decisions.md D12). */
  postureOf(floor: Workspace): RoutingPosture {
    return floor.org.routingPosture ?? this.settings.current().defaultRoutingPosture;
  }

  /**
   * The floor as the transaction sees it, null when it is closed. It cannot be closed before the
   * end.
   */
  keepOpen(tx: Tx, workspaceId: string): Promise<Workspace | null> {
    return this.repository.keepOpen(tx, workspaceId);
  }

  /** Adds to the recorded spend of the floor; money spent for a closed floor is dropped. */
  addSpend(tx: Tx, workspaceId: string, usd: number): void {
    if (usd !== 0) this.repository.addSpend(tx, workspaceId, usd);
  }
}

/** The floor the service was set up with, else the lowest of these. */
export function defaultOf(floors: readonly Workspace[]): Workspace | undefined {
  return floors.find((floor) => floor.isDefault) ?? floors[0];
}
