import { Injectable } from '@nestjs/common';
import { messageOf } from '../../platform/errors/office-error.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import type { ScopedLogger } from '../../platform/logging/office-logger.js';
import { pluginCodeTexts, pluginTexts } from '../../protocol/texts.js';
import { ToolRegistry } from '../../tools/tool-registry.js';
import { RunningPlugin } from '../isolation/running-plugin.js';
import type { PluginSettings } from '../settings/plugin-settings.js';
import type { KnownPlugin } from './known-plugin.js';

/** Brings a plugin's standing from one state to another (behaviour-plugins.md 1.7). */
@Injectable()
export class PluginLoader {
  constructor(
    private readonly bus: EventBus,
    private readonly tools: ToolRegistry,
    private readonly logger: OfficeLogger,
  ) {}

  /**
   * Loads a plugin that is not loaded: afterwards it stands `loaded` or `error`. Never throws.
   * @param onChange called when it fails later on, or registers a tool
   */
  async load(plugin: KnownPlugin, settings: PluginSettings, onChange: () => void): Promise<void> {
    try {
      const code = await this.start(plugin, settings, onChange);
      plugin.standing = { status: 'loaded', code };
    } catch (error) {
      this.fail(plugin, messageOf(error), pluginTexts.failedToActivate);
    }
  }

  /** Unloads a plugin. It stands `disabled` from the moment of the call. Never throws. */
  async unload(plugin: KnownPlugin, limitMs?: number): Promise<void> {
    const { standing, manifest } = plugin;
    plugin.standing = { status: 'disabled' };
    if (standing.status !== 'loaded') return;
    const problem = await standing.code?.stop(limitMs);
    if (problem) this.logOf(plugin).warn(pluginTexts.deactivateThrew(manifest.id, problem));
  }

  private async start(
    plugin: KnownPlugin,
    settings: PluginSettings,
    onChange: () => void,
  ): Promise<RunningPlugin | null> {
    const { manifest, directory } = plugin;
    if (manifest.entry === undefined) return null;
    const code = await RunningPlugin.start(
      { manifest, directory, settings },
      {
        bus: this.bus,
        log: this.logOf(plugin),
        onTools: onChange,
        onFailure: (reason) => {
          this.fail(plugin, reason, (text) => text);
          onChange();
        },
      },
    );
    const taken = code.tools.find(({ name }) => this.tools.get(name) !== undefined);
    if (taken === undefined) return code;
    await code.stop();
    throw new Error(pluginCodeTexts.toolRegistered(taken.name));
  }

  private fail(plugin: KnownPlugin, error: string, inWords: (error: string) => string): void {
    plugin.standing = { status: 'error', error };
    this.logOf(plugin).error(inWords(error));
  }

  private logOf({ manifest }: KnownPlugin): ScopedLogger {
    return this.logger.scope(`plugin:${manifest.id}`);
  }
}
