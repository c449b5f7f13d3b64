import type { OfficeState } from '../../src/protocol/records/office.js';
import { OfficeStateService } from '../../src/office/office-state.service.js';
import { EventFeed } from '../../src/platform/events/event-feed.js';
import { PluginHost } from '../../src/plugins/host/plugin-host.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';

/** Two whole applications on one database, each told at once what the other commits. */
export class TwoReplicas {
  private constructor(
    readonly first: RunningOffice,
    readonly second: RunningOffice,
  ) {}

  static async start(
    databaseUrl: string,
    env: Record<string, string>,
    start: (env: Record<string, string>) => Promise<RunningOffice> = startRealOffice,
  ): Promise<TwoReplicas> {
    const both = { OFFICE_DB: databaseUrl, OFFICE_FLEET_POLL: 'true', ...env };
    const first = await start(both);
    const second = await start(both);
    connect(first, second);
    connect(second, first);
    return new TwoReplicas(first, second);
  }

  /** What each of them shows; what belongs to a process and not to the office is left out. */
  async shown(): Promise<readonly Partial<OfficeState>[]> {
    // Plugins that another replica switched are brought in line one after another.
    for (const { app } of [this.first, this.second]) await app.get(PluginHost).follow(false);
    return [this.first, this.second].map(({ app }) => {
      const { startedAt: _, ...state } = app.get(OfficeStateService).current();
      return JSON.parse(JSON.stringify(state)) as Partial<OfficeState>;
    });
  }

  async close(): Promise<void> {
    await this.first.close();
    await this.second.close();
  }
}

/** A transport: hands over what one of them has delivered; what comes back is known already. */
function connect(from: RunningOffice, to: RunningOffice): void {
  const feed = to.app.get(EventFeed);
  from.app.get(EventFeed).register({
    follow: (events) => void feed.receive(events),
    reload: async () => {},
  });
}
