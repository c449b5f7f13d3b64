import { Injectable } from '@nestjs/common';
import { RefusedError } from '../../platform/errors/office-error.js';
import { ReceivedEvents } from '../../platform/fleet/received-events.js';
import { submitTexts } from '../../protocol/texts/runs.js';
import { WorkspacesService } from '../../workspaces/workspaces.service.js';
import { refuseWithoutRoles } from './submission-rules.js';

/** Where and how runs are to work that begin later. */
interface FloorChoice {
  /** Absent or null: the ground floor. */
  readonly workspaceId?: string | null | undefined;
  /** Absent or null: the office chooses. */
  readonly pipelineId?: string | null | undefined;
}

/** Judges what is chosen for runs that begin later, when nobody may be there to read a refusal. */
@Injectable()
export class FloorChoices {
  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly heard: ReceivedEvents,
  ) {}

  /** @throws RefusedError with the field, if there is no such floor, or it cannot work so */
  async check({ workspaceId, pipelineId }: FloorChoice): Promise<void> {
    const isNamed = typeof workspaceId === 'string';
    const floor = isNamed
      ? await this.workspaces.find(workspaceId)
      : await this.workspaces.defaultFloor();
    if (isNamed && floor === null) {
      throw new RefusedError(submitTexts.noWorkspace(workspaceId), { field: 'workspaceId' });
    }
    if (typeof pipelineId !== 'string' || !floor) return;
    // Plugins' pipelines are known from events only.
    await this.heard.all();
    const pipeline = this.workspaces.pipelinesOf(floor).find(({ id }) => id === pipelineId);
    const field = 'pipelineId';
    if (pipeline === undefined) {
      throw new RefusedError(submitTexts.noPipeline(pipelineId), { field });
    }
    refuseWithoutRoles(pipeline, floor, { field });
  }
}
