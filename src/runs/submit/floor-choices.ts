import { Injectable } from '@nestjs/common';
import { tooLittleFor } from '../../models/routing/least-cost.js';
import { ModelsService } from '../../models/models.service.js';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { ReceivedEvents } from '../../platform/fleet/received-events.js';
import { ceilingTexts } from '../../protocol/texts/ceilings.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { submitTexts } from '../../protocol/texts/runs.js';
import { WorkspacesService } from '../../workspaces/workspaces.service.js';
import { refuseWithoutRoles } from './submission-rules.js';

/** Floor and pipeline of runs that begin later. */
export interface FloorChoice {
  /** Absent or null: the ground floor. */
  readonly workspaceId?: string | null | undefined;
  /** Absent or null: the office chooses. */
  readonly pipelineId?: string | null | undefined;
}

/** Runs that begin later, with the shortest of their briefs. */
interface PlannedWork extends FloorChoice {
  readonly brief: string;
  readonly limitUsd: number;
}

/** Checks the choices for runs that begin later, when nobody may be there to read a refusal. */
@Injectable()
export class FloorChoices {
  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly models: ModelsService,
    private readonly heard: ReceivedEvents,
    private readonly config: OfficeConfig,
  ) {}

  /** @throws RefusedError with the field, if there is no such floor, or it cannot work so */
  async check({ workspaceId, pipelineId }: FloorChoice): Promise<void> {
    const floor = await this.floorOf(workspaceId);
    if (typeof workspaceId === 'string' && floor === null) {
      throw new RefusedError(submitTexts.noWorkspace(workspaceId), { field: 'workspaceId' });
    }
    if (typeof pipelineId !== 'string' || !floor) return;
    // Pipelines of plugins become known only by events.
    await this.heard.all();
    const pipeline = this.workspaces.pipelinesOf(floor).find(({ id }) => id === pipelineId);
    const field = 'pipelineId';
    if (pipeline === undefined) {
      throw new RefusedError(submitTexts.noPipeline(pipelineId), { field });
    }
    refuseWithoutRoles(pipeline, floor, { field });
  }

  /**
   * A warning if a ceiling is below the least cost of a run at present prices; null: none.
   * Simulated employees cost nothing.
   */
  async ceilingNote({ workspaceId, pipelineId, ...work }: PlannedWork): Promise<string | null> {
    const floor = await this.floorOf(workspaceId);
    if (!floor || this.config.llm.mode !== 'live') return null;
    const { roles } = floor.org;
    const posture = await this.workspaces.postureOf(floor);
    const inputs = { ...this.models.routing(), roles, posture };
    const planned = { ...work, pipelineId: pipelineId ?? undefined };
    const least = tooLittleFor(planned, this.workspaces.pipelinesOf(floor), inputs);
    return least === null ? null : ceilingTexts.tooSmall(work.limitUsd, least);
  }

  private floorOf(id: string | null | undefined): Promise<Workspace | null | undefined> {
    return typeof id === 'string' ? this.workspaces.find(id) : this.workspaces.defaultFloor();
  }
}
