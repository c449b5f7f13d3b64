import { Injectable } from '@nestjs/common';
import { StoreRetry } from '../../../platform/database/store-retry.js';
import { HeardEvents } from '../../../platform/fleet/heard-events.js';
import { WorkspacesService } from '../../../workspaces/workspaces.service.js';
import type { RunSession } from '../journal/run-session.js';

/** What a run's next turns are decided on: its floor as the row is, and all that was committed. */
@Injectable()
export class RunFloors {
  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly heard: HeardEvents,
    private readonly retry: StoreRetry,
  ) {}

  /** Reads the floor of the session anew. Waits while the store fails. */
  async look(session: RunSession): Promise<void> {
    session.floor = await this.retry.persist(async () => {
      await this.heard.all();
      return this.workspaces.find(session.run.workspaceId);
    }, session.haltSignal);
  }
}
