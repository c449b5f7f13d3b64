import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RefusedError } from '../platform/errors/office-error.js';
import { BootReport } from '../platform/process/boot-report.js';
import type { RoutingPosture } from '../protocol/records/enums.js';
import type { Workspace } from '../protocol/records/organisation.js';
import type { Pipeline } from '../protocol/records/work.js';
import { conversationTexts } from '../protocol/texts/conversations.js';
import { floorTexts } from '../protocol/texts/workspaces.js';
import { SettingsProjection } from '../settings/settings-projection.js';
import { ActiveFloorProjection } from './active-floor-projection.js';
import { FloorProjection } from './floor-projection.js';
import { offeredPipelines } from './pipelines/offered-pipelines.js';
import { PluginPipelines } from './plugin-pipelines.js';
import { defaultOf } from './workspaces.service.js';

/**
 * Floors as shown to clients: immutable, read without waiting. They may lag behind other replicas;
 * decisions read rows (`WorkspacesService`).
 */
@Injectable()
export class ShownFloors implements OnModuleInit {
  constructor(
    private readonly floors: FloorProjection,
    private readonly selection: ActiveFloorProjection,
    private readonly pluginPipelines: PluginPipelines,
    private readonly settings: SettingsProjection,
    private readonly report: BootReport,
  ) {}

  onModuleInit(): void {
    const floors = () => this.list().length;
    this.report.add('floors', () => floorTexts.shown(floors(), this.active().name));
  }

  find(id: string): Workspace | undefined {
    return this.floors.find(id);
  }

  /** From the ground up; the same list until a change. */
  list(): readonly Workspace[] {
    return this.floors.list();
  }

  /** The floor selected last, else the default one. */
  active(): Workspace {
    const { selectedId } = this.selection;
    const selected = selectedId === null ? undefined : this.floors.find(selectedId);
    const floor = selected ?? defaultOf(this.floors.list());
    if (floor === undefined) throw new RefusedError(conversationTexts.noWorkspaces);
    return floor;
  }

  /** Pipelines of the floor, including plugins'. */
  pipelinesOf(floor: Workspace): readonly Pipeline[] {
    return offeredPipelines(floor.org.pipelineIds, this.pluginPipelines.list());
  }

  /** The floor's own posture, else the installation's default. */
  postureOf(floor: Workspace): RoutingPosture {
    return floor.org.routingPosture ?? this.settings.current().defaultRoutingPosture;
  }
}
