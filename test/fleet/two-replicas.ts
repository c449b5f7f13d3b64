import type { OfficeState } from '../../src/protocol/records/office.js';
import { OfficeStateService } from '../../src/office/office-state.service.js';
import { EventFeed } from '../../src/platform/events/event-feed.js';
import { PluginHost } from '../../src/plugins/host/plugin-host.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';
import { until } from '../support/until.js';

/** Where a fleet of a test meets. */
export interface MeetingPlace {
  readonly database: string;
  readonly redis: string;
}

/** Two whole applications on one database, which tell each other through Redis what they commit. */
export class TwoReplicas {
  private constructor(
    readonly first: RunningOffice,
    readonly second: RunningOffice,
  ) {}

  static async start(
    { database, redis }: MeetingPlace,
    env: Record<string, string>,
    start: (env: Record<string, string>) => Promise<RunningOffice> = startRealOffice,
  ): Promise<TwoReplicas> {
    const both = { OFFICE_DB: database, OFFICE_REDIS_URL: redis, ...env };
    const first = await start(both);
    const second = await start(both);
    const replicas = new TwoReplicas(first, second);
    await replicas.hearEachOther();
    return replicas;
  }

  private get feeds(): readonly [EventFeed, EventFeed] {
    return [this.first.app.get(EventFeed), this.second.app.get(EventFeed)];
  }

  /** Resolves when each is told at once what the other commits. */
  hearEachOther(): Promise<void> {
    return until(() => this.feeds.every((feed) => feed.receivesOthers));
  }

  /** Resolves when neither is told at once any more. */
  hearNothing(): Promise<void> {
    return until(() => !this.feeds.some((feed) => feed.receivesOthers));
  }

  /** Resolves when both have delivered the same events. */
  async level(): Promise<void> {
    const [first, second] = this.feeds;
    await until(() => first.last === second.last);
  }

  /** What each of them shows; what belongs to a process and not to the office is left out. */
  async shown(): Promise<readonly Partial<OfficeState>[]> {
    // Plugins that another replica switched are brought in line one after another.
    await this.level();
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
