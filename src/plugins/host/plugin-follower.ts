import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import type { Subscription } from 'rxjs';
import { messageOf } from '../../platform/errors/error-text.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import { ToolGrants } from '../../tools/tool-grants.js';
import { PluginHost } from './plugin-host.js';
import { PluginUpdates } from './plugin-updates.js';
import { PluginStore } from './plugin-store.js';

/** Makes this process run the plugins that operators have decided on, at any replica. */
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
        // New turns wait, because a run may need a plugin installed elsewhere.
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
