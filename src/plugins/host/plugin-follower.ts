import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Subscription } from 'rxjs';
import { messageOf } from '../../platform/errors/error-text.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import { within } from '../../platform/process/within.js';
import { ToolGrants } from '../../tools/tool-grants.js';
import { pluginLimits } from '../plugin-limits.js';
import { PluginHost } from './plugin-host.js';
import { PluginStore } from './plugin-store.js';
import { PluginUpdates } from './plugin-updates.js';

/**
 * Starts the plugins when the office boots, and waits for them no longer than `bootMs`. Turns wait
 * for the rest, so that a run continued after a restart finds the tools and models it had.
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

/** Has this process run the plugins as operators decide, at whichever replica they do. */
@Injectable()
export class PluginFollower implements OnModuleInit, OnModuleDestroy {
  private readonly subscriptions: Subscription[] = [];

  constructor(
    private readonly bus: EventBus,
    private readonly store: PluginStore,
    private readonly host: PluginHost,
    private readonly grants: ToolGrants,
    private readonly updates: PluginUpdates,
    private readonly logger: OfficeLogger,
  ) {}

  onModuleInit(): void {
    this.subscriptions.push(
      this.bus.on('internal.plugins.decided', 'plugins', ({ changedDirectories }) => {
        const elsewhere = changedDirectories !== null && changedDirectories !== this.store.process;
        // Turns that begin meanwhile wait: a run may need what was installed elsewhere.
        this.grants.expect(this.follow(elsewhere));
      }),
      this.bus.on('internal.plugins.checked', 'plugins', ({ updates, checkedAt }) => {
        this.updates.replace(new Map(Object.entries(updates)), checkedAt);
      }),
    );
  }

  onModuleDestroy(): void {
    for (const subscription of this.subscriptions) subscription.unsubscribe();
  }

  private async follow(directoriesChanged: boolean): Promise<void> {
    try {
      await this.host.follow(directoriesChanged);
    } catch (error) {
      this.logger.scope('plugins').error(messageOf(error), error);
    }
  }
}
