import { Injectable, type OnModuleInit } from '@nestjs/common';
import { messageOf } from '../../platform/errors/error-text.js';
import type { InternalEventOf } from '../../platform/events/internal-events.js';
import { OnOfficeEvent } from '../../platform/events/office-listener.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import { within } from '../../platform/process/within.js';
import { ToolGrants } from '../../tools/tool-grants.js';
import { pluginLimits } from '../plugin-limits.js';
import { PluginHost } from './plugin-host.js';
import { PluginStore } from './plugin-store.js';
import { PluginUpdates } from './plugin-updates.js';

/**
 * Starts the plugins at boot and waits at most `bootMs`. Turns wait for the rest, so that a run
 * continued after a restart finds its tools and models.
 */
@Injectable()
export class PluginBoot implements OnModuleInit {
  constructor(
    private readonly host: PluginHost,
    private readonly grants: ToolGrants,
    private readonly logger: OfficeLogger,
  ) {}

  async onModuleInit(): Promise<void> {
    const opening = this.host.open();
    opening.catch((error: unknown) => this.logger.scope('plugins').error(messageOf(error), error));
    this.grants.expect(opening);
    await within(pluginLimits.bootMs, opening);
  }
}

/** Makes this process run the plugins that operators have decided on, at any replica. */
@Injectable()
export class PluginFollower {
  constructor(
    private readonly store: PluginStore,
    private readonly host: PluginHost,
    private readonly grants: ToolGrants,
    private readonly updates: PluginUpdates,
    private readonly logger: OfficeLogger,
  ) {}

  @OnOfficeEvent('internal.plugins.decided')
  onDecided({ changedDirectories }: InternalEventOf<'internal.plugins.decided'>): void {
    const elsewhere = changedDirectories !== null && changedDirectories !== this.store.process;
    // Turns that begin meanwhile wait: a run may need what was installed elsewhere.
    this.grants.expect(this.follow(elsewhere));
  }

  @OnOfficeEvent('internal.plugins.checked')
  onChecked({ updates, checkedAt }: InternalEventOf<'internal.plugins.checked'>): void {
    this.updates.replace(new Map(Object.entries(updates)), checkedAt);
  }

  private async follow(directoriesChanged: boolean): Promise<void> {
    try {
      await this.host.follow(directoriesChanged);
    } catch (error) {
      this.logger.scope('plugins').error(messageOf(error), error);
    }
  }
}
