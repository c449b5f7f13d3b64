import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import { messageOf } from '../../platform/errors/error-text.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { ReceivedEvents } from '../../platform/fleet/received-events.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import type { PluginRecord } from '../../protocol/records/plugins.js';
import { marketplaceTexts } from '../../protocol/texts/marketplace.js';
import { pluginTexts } from '../../protocol/texts/plugins.js';
import { pluginLimits } from '../plugin-limits.js';
import { assertWritable, settingsInForce } from '../settings/plugin-settings.js';
import type { PluginSettings } from '../settings/plugin-settings.js';
import { askedKey, withKey } from './confirmed-keys.js';
import { withInstalled, withoutPlugin, withSettings } from './decision-changes.js';
import { InstallDirectory } from './install-directory.js';
import type { Swap } from './install-directory.js';
import type { KnownPlugin, StagedPlugin } from './known-plugin.js';
import { PluginAnnouncer, unchanged } from './plugin-announcer.js';
import type { Decide } from './plugin-announcer.js';
import type { PluginDecisions } from './plugin-decisions.js';
import { PluginLoader } from './plugin-loader.js';
import { isEnabled, storedSettings } from './plugin-record.js';
import { PluginRegistry } from './plugin-registry.js';
import { PluginStore } from './plugin-store.js';
import { readPluginDirectory } from './read-plugin-directory.js';

/** Time that each plugin has to deactivate at shutdown, ms. */
const shutdownGraceMs = 1500;

/**
 * Runs the office's plugins: finds, loads and unloads them as operators decide. Changes are
 * sequential; reads never wait.
 */
@Injectable()
export class PluginHost implements BeforeApplicationShutdown {
  private readonly oneAtATime = pLimit(1);
  private readonly starting = pLimit(pluginLimits.startsAtOnce);
  private opened = false;
  private closing = false;
  private announcementDue = false;

  constructor(
    private readonly store: PluginStore,
    private readonly registry: PluginRegistry,
    private readonly loader: PluginLoader,
    private readonly installs: InstallDirectory,
    private readonly announcer: PluginAnnouncer,
    private readonly heard: ReceivedEvents,
    private readonly logger: OfficeLogger,
  ) {}

  /** Finds the plugins and loads the enabled ones at boot. */
  async open(): Promise<void> {
    this.opened = true;
    await this.installs.recover();
    await this.oneAtATime(async () => {
      await this.discover();
      if (!this.closing) await this.announcer.announce();
    });
  }

  /** Runs were given up in `onModuleDestroy`, before their plugins end. */
  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    await Promise.all(
      this.registry.plugins().map((plugin) => this.unload(plugin, shutdownGraceMs)),
    );
  }

  find(id: string): KnownPlugin | undefined {
    return this.registry.find(id);
  }

  /** Enables or disables a plugin; enabling a failed one retries it. */
  enable(id: string, enabled: boolean): Promise<PluginRecord> {
    return this.change(async () => {
      const plugin = this.demand(id);
      const standsSo = isEnabled(id, this.store.decisions) === enabled;
      if (standsSo && plugin.state.status !== 'error') return this.announcer.recordOf(plugin);
      await this.unload(plugin);
      if (enabled) await this.load(plugin, this.store.decisions);
      await this.announcer.announce((decisions) => ({
        ...decisions,
        enabled: { ...decisions.enabled, [id]: enabled },
      }));
      return this.announcer.recordUnlessFailed(plugin);
    });
  }

  /** Merges settings; running code is restarted with them. */
  configure(id: string, written: Readonly<Record<string, unknown>>): Promise<PluginRecord> {
    return this.change(async () => {
      const plugin = this.demand(id);
      assertWritable(plugin.manifest, written);
      const decide: Decide = (decisions) => withSettings(decisions, plugin.manifest, written);
      const next = decide(this.store.decisions);
      if (plugin.manifest.entry !== undefined && isEnabled(id, next)) {
        await this.unload(plugin);
        await this.load(plugin, next);
      }
      await this.announcer.announce(decide);
      return this.announcer.recordUnlessFailed(plugin);
    });
  }

  /** Unloads everything, and reads directories and decisions again. */
  refresh(): Promise<void> {
    return this.oneAtATime(async () => {
      await this.reloadAll();
      await this.announcer.announce(unchanged, true);
    });
  }

  /**
   * Brings what runs in line with the decisions, which another replica may have changed. Those that
   * were made before `open` are read there.
   */
  async follow(directoriesChanged: boolean): Promise<void> {
    if (!this.opened) return;
    return this.oneAtATime(async () => {
      if (directoriesChanged) await this.reloadAll();
      else for (const plugin of this.registry.plugins()) await this.comply(plugin);
      this.announcer.applyContributions();
    });
  }

  /** Removes an installed plugin with all its decisions. */
  remove(id: string): Promise<void> {
    return this.change(async () => {
      const plugin = this.demand(id);
      if (plugin.source === 'bundled') throw new RefusedError(pluginTexts.bundledStays);
      await this.unload(plugin);
      await this.removeDirectory(plugin);
      this.registry.take(id);
      this.store.releaseTools(id);
      await this.announcer.announce((decisions) => withoutPlugin(decisions, id), true);
    });
  }

  /** Puts a staged plugin in place, replacing an older version. */
  adopt(staged: StagedPlugin): Promise<PluginRecord> {
    return this.change(async () => {
      const present = this.registry.find(staged.id);
      staged.confirm(present);
      const plugin = await this.replace(staged, present);
      await this.loadIfEnabled(plugin);
      const decide: Decide = (decisions) => withInstalled(decisions, staged.id, staged.bundle.hash);
      await this.announcer.announce(decide, true, staged.bundle);
      return this.announcer.recordOf(plugin);
    });
  }

  /** Changes the decisions and announces the change. */
  decide(change?: Decide): Promise<void> {
    return this.change(() => this.announcer.announce(change));
  }

  /** Grants or withdraws a variable for a plugin's provider. */
  confirmKey(id: string, providerId: string, confirmed: boolean): Promise<void> {
    return this.change(async () => {
      const { manifest } = this.demand(id);
      const provider = manifest.contributes?.providers?.find((each) => each.id === providerId);
      const asked = provider === undefined ? null : askedKey(provider);
      if (asked === null) throw new RefusedError(pluginTexts.noKeyToConfirm(id, providerId));
      if (confirmed && this.announcer.isReserved(asked.variable)) {
        throw new RefusedError(pluginTexts.keyWithheld(id, asked.variable));
      }
      await this.announcer.announce((decisions) => withKey(decisions, id, asked, confirmed));
      this.announcer.applyContributions();
    });
  }

  /** Runs the work after applying earlier decisions of other replicas. */
  private async change<T>(work: () => Promise<T>): Promise<T> {
    await this.heard.all();
    return this.oneAtATime(work);
  }

  private demand(id: string): KnownPlugin {
    const plugin = this.registry.find(id);
    if (plugin === undefined) throw new RefusedError(pluginTexts.noPlugin(id));
    return plugin;
  }

  private async discover(): Promise<void> {
    await this.store.reload();
    await this.registry.scan(this.store.decisions);
    // Applied before any code runs, because new providers' keys must be withheld first.
    this.announcer.applyContributions();
    await Promise.all(this.registry.plugins().map((plugin) => this.loadInTurn(plugin)));
  }

  /** Loads plugins so that fast ones are effective while slow ones start. */
  private loadInTurn(plugin: KnownPlugin): Promise<void> {
    return this.starting(async () => {
      if (this.closing) return;
      await this.loadIfEnabled(plugin);
      this.announcer.applyContributions();
    });
  }

  private async reloadAll(): Promise<void> {
    await Promise.all(this.registry.plugins().map((plugin) => this.unload(plugin)));
    await this.discover();
  }

  /** A failed plugin stays failed until it is enabled again here, or its settings change. */
  private async comply(plugin: KnownPlugin): Promise<void> {
    const { decisions } = this.store;
    const { status } = plugin.state;
    if (!isEnabled(plugin.manifest.id, decisions)) {
      if (status !== 'disabled') await this.unload(plugin);
      return;
    }
    const isCurrent = isDeepStrictEqual(plugin.loadedWith, this.settingsOf(plugin, decisions));
    if (status !== 'disabled' && isCurrent) return;
    await this.unload(plugin);
    await this.load(plugin, decisions);
  }

  private async loadIfEnabled(plugin: KnownPlugin): Promise<void> {
    const { decisions } = this.store;
    if (isEnabled(plugin.manifest.id, decisions)) await this.load(plugin, decisions);
  }

  private async load(plugin: KnownPlugin, decisions: PluginDecisions): Promise<void> {
    const settings = this.settingsOf(plugin, decisions);
    plugin.loadedWith = settings;
    await this.loader.load(plugin, settings, () => this.changedByItself());
  }

  private settingsOf({ manifest }: KnownPlugin, decisions: PluginDecisions): PluginSettings {
    return settingsInForce(manifest, storedSettings(manifest.id, decisions));
  }

  /** Contributions are removed first: code being stopped must not be called. */
  private async unload(plugin: KnownPlugin, limitMs?: number): Promise<void> {
    const gone = this.loader.unload(plugin, limitMs);
    this.announcer.applyContributions();
    await gone;
  }

  private async removeDirectory(plugin: KnownPlugin): Promise<void> {
    try {
      await this.installs.remove(plugin.directory);
    } catch (error) {
      await this.standAgain(plugin);
      const text = pluginTexts.couldNotRemove(plugin.directory, messageOf(error));
      throw new RefusedError(text, { cause: error });
    }
  }

  /** Afterwards either the new version or the old one is loaded. */
  private async replace(
    staged: StagedPlugin,
    present: KnownPlugin | undefined,
  ): Promise<KnownPlugin> {
    if (present !== undefined) await this.unload(present);
    let swap: Swap | undefined;
    try {
      swap = await this.installs.swapIn(staged.id, staged.directory, present?.directory);
      const read = await readPluginDirectory(swap.directory, 'marketplace');
      const found = read.verdict.ok && read.verdict.manifest.id === staged.id;
      this.registry.take(staged.id);
      const plugin = found ? this.registry.put(read) : null;
      if (plugin === null) throw new RefusedError(marketplaceTexts.notLoaded);
      await swap.finish();
      return plugin;
    } catch (error) {
      await swap?.undo();
      if (present !== undefined) await this.standAgain(present);
      throw error;
    }
  }

  private async standAgain(plugin: KnownPlugin): Promise<void> {
    this.registry.putBack(plugin);
    await this.loadIfEnabled(plugin);
    await this.announcer.announce();
  }

  /** A plugin failed or registered a tool by itself: effective at once, announced after a pause. */
  private changedByItself(): void {
    this.announcer.applyContributions();
    if (this.announcementDue) return;
    this.announcementDue = true;
    void this.oneAtATime(async () => {
      this.announcementDue = false;
      await this.announcer.announce();
    }).catch((error: unknown) => this.logger.scope('plugins').error(messageOf(error), error));
  }
}
