import { Injectable } from '@nestjs/common';
import { messageOf } from '../../platform/errors/error-text.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import type { ScopedLogger } from '../../platform/logging/office-logger.js';
import { GuardedFetch } from '../../platform/net/guarded-fetch.js';
import { publicInternet } from '../../platform/net/network-access.js';
import { pluginTexts } from '../../protocol/texts/plugins.js';
import { filesWithoutLinks } from '../isolation/plugin-sources.js';
import { RunningPlugin } from '../isolation/running-plugin.js';
import type { PluginSettings } from '../settings/plugin-settings.js';
import { ToolNames } from '../tools/tool-names.js';
import type { KnownPlugin } from './known-plugin.js';

/** Loads and unloads a plugin. */
@Injectable()
export class PluginLoader {
  constructor(
    private readonly bus: EventBus,
    private readonly toolNames: ToolNames,
    private readonly fetch: GuardedFetch,
    private readonly logger: OfficeLogger,
  ) {}

  /**
   * Loads a plugin; afterwards it is `loaded` or `error`. Never throws.
   * @param onChange called if it fails later or registers a tool
   */
  async load(plugin: KnownPlugin, settings: PluginSettings, onChange: () => void): Promise<void> {
    try {
      const code = await this.start(plugin, settings, onChange);
      plugin.state = { status: 'loaded', code };
    } catch (error) {
      this.fail(plugin, messageOf(error), pluginTexts.failedToActivate);
    }
  }

  /** Unloads a plugin, which is `disabled` from the call on. Never throws. */
  async unload(plugin: KnownPlugin, limitMs?: number): Promise<void> {
    const { state, manifest } = plugin;
    plugin.state = { status: 'disabled' };
    if (state.status !== 'loaded') return;
    const problem = await state.code?.stop(limitMs);
    if (problem) this.logOf(plugin).warn(pluginTexts.deactivateThrew(manifest.id, problem));
  }

  private async start(
    plugin: KnownPlugin,
    settings: PluginSettings,
    onChange: () => void,
  ): Promise<RunningPlugin | null> {
    const { manifest, directory } = plugin;
    if (manifest.entry === undefined) {
      await filesWithoutLinks(directory);
      return null;
    }
    return RunningPlugin.start(
      { manifest, directory, settings },
      {
        bus: this.bus,
        log: this.logOf(plugin),
        network: { fetch: this.fetch, access: publicInternet },
        claimTool: (name) => this.toolNames.claim(manifest.id, name),
        onTools: onChange,
        onFailure: (reason) => {
          this.fail(plugin, reason, (text) => text);
          onChange();
        },
      },
    );
  }

  private fail(plugin: KnownPlugin, error: string, inWords: (error: string) => string): void {
    plugin.state = { status: 'error', error };
    this.logOf(plugin).error(inWords(error));
  }

  private logOf({ manifest }: KnownPlugin): ScopedLogger {
    return this.logger.scope(`plugin:${manifest.id}`);
  }
}
