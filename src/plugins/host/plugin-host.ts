import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import pLimit from 'p-limit';
import { messageOf, RefusedError } from '../../platform/errors/office-error.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import type { PluginRecord } from '../../protocol/records/plugins.js';
import { marketplaceTexts, pluginTexts } from '../../protocol/texts.js';
import { rejectedKeys, settingsInForce } from '../settings/plugin-settings.js';
import { InstallDirectory } from './install-directory.js';
import type { Swap } from './install-directory.js';
import type { KnownPlugin } from './known-plugin.js';
import { PluginAnnouncer } from './plugin-announcer.js';
import type { Decide } from './plugin-announcer.js';
import type { PluginDecisions } from './plugin-decisions.js';
import { PluginLoader } from './plugin-loader.js';
import { isEnabled, recordOf, storedSettings } from './plugin-record.js';
import { PluginShelf } from './plugin-shelf.js';
import { PluginStore } from './plugin-store.js';
import { PluginUpdates } from './plugin-updates.js';
import { readPluginDirectory } from './read-plugin-directory.js';

/** A process that is being shut down waits for nobody long. */
const farewellMs = 1500;

/** A staged directory and what it is to become. */
export interface StagedPlugin {
  readonly id: string;
  readonly directory: string;
  /** Asked when nothing can come in between any more. @throws RefusedError to call it off */
  readonly confirm: (present: KnownPlugin | undefined) => void;
}

/**
 * Runs the plugins of the office: finds them, loads and unloads them, as an operator decides
 * (behaviour-plugins.md 1.7). Whatever changes a plugin does so one after another; reading never
 * waits.
 */
@Injectable()
export class PluginHost implements OnModuleInit, OnModuleDestroy {
  private readonly oneAtATime = pLimit(1);
  private announcementDue = false;

  constructor(
    private readonly store: PluginStore,
    private readonly shelf: PluginShelf,
    private readonly loader: PluginLoader,
    private readonly installs: InstallDirectory,
    private readonly updates: PluginUpdates,
    private readonly announcer: PluginAnnouncer,
    private readonly logger: OfficeLogger,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.installs.recover();
    await this.oneAtATime(() => this.discover());
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.shelf.plugins().map((plugin) => this.unload(plugin, farewellMs)));
  }

  find(id: string): KnownPlugin | undefined {
    return this.shelf.find(id);
  }

  /** Turns a plugin on or off; turning on one that failed tries it again. */
  enable(id: string, enabled: boolean): Promise<PluginRecord> {
    return this.oneAtATime(async () => {
      const plugin = this.demand(id);
      const standsSo = isEnabled(id, this.store.decisions) === enabled;
      if (standsSo && plugin.standing.status !== 'error') return this.record(plugin);
      await this.unload(plugin);
      if (enabled) await this.load(plugin, this.store.decisions);
      await this.announcer.announce((decisions) => ({
        ...decisions,
        enabled: { ...decisions.enabled, [id]: enabled },
      }));
      return this.recordUnlessFailed(plugin);
    });
  }

  /** Merges settings over the current ones; code that runs is started anew with them. */
  configure(id: string, written: Readonly<Record<string, unknown>>): Promise<PluginRecord> {
    return this.oneAtATime(async () => {
      const plugin = this.demand(id);
      const rejected = rejectedKeys(plugin.manifest, written);
      if (rejected.length > 0) throw new RefusedError(pluginTexts.rejectedSettings(rejected));
      const decide = mergeSettings(plugin, written);
      const next = decide(this.store.decisions);
      if (plugin.manifest.entry !== undefined && isEnabled(id, next)) {
        await this.unload(plugin);
        await this.load(plugin, next);
      }
      await this.announcer.announce(decide);
      return this.recordUnlessFailed(plugin);
    });
  }

  /** Unloads everything, and reads both directories and the stored decisions anew. */
  refresh(): Promise<void> {
    return this.oneAtATime(async () => {
      await Promise.all(this.shelf.plugins().map((plugin) => this.unload(plugin)));
      await this.discover();
    });
  }

  /** Removes an installed plugin with all that was decided about it. */
  remove(id: string): Promise<void> {
    return this.oneAtATime(async () => {
      const plugin = this.demand(id);
      if (plugin.source === 'bundled') throw new RefusedError(pluginTexts.bundledStays);
      await this.unload(plugin);
      await this.removeDirectory(plugin);
      this.shelf.take(id);
      this.updates.forget(id);
      await this.announcer.announce((decisions) => ({
        ...decisions,
        enabled: without(decisions.enabled, id),
        settings: without(decisions.settings, id),
      }));
    });
  }

  /** Puts a staged plugin in place, instead of an older version where there is one. */
  adopt(staged: StagedPlugin): Promise<PluginRecord> {
    return this.oneAtATime(async () => {
      const present = this.shelf.find(staged.id);
      staged.confirm(present);
      const plugin = await this.replace(staged, present);
      await this.loadIfEnabled(plugin);
      this.updates.forget(staged.id);
      await this.announcer.announce();
      return this.record(plugin);
    });
  }

  /** Changes what is decided about the plugin system as a whole, and announces it. */
  decide(change?: Decide): Promise<void> {
    return this.oneAtATime(() => this.announcer.announce(change));
  }

  private record(plugin: KnownPlugin): PluginRecord {
    return recordOf(plugin, this.store.decisions, this.updates.get(plugin.manifest.id));
  }

  private demand(id: string): KnownPlugin {
    const plugin = this.shelf.find(id);
    if (plugin === undefined) throw new RefusedError(pluginTexts.noPlugin(id));
    return plugin;
  }

  private recordUnlessFailed(plugin: KnownPlugin): PluginRecord {
    if (plugin.standing.status === 'error') throw new RefusedError(plugin.standing.error);
    return this.record(plugin);
  }

  private async discover(): Promise<void> {
    await this.store.load();
    await this.shelf.scan();
    // Before any of them runs: what it brings may have to be kept from others.
    this.announcer.applyContributions();
    await Promise.all(this.shelf.plugins().map((plugin) => this.loadIfEnabled(plugin)));
    await this.announcer.announce();
  }

  private async loadIfEnabled(plugin: KnownPlugin): Promise<void> {
    const { decisions } = this.store;
    if (isEnabled(plugin.manifest.id, decisions)) await this.load(plugin, decisions);
  }

  private async load(plugin: KnownPlugin, decisions: PluginDecisions): Promise<void> {
    const { manifest } = plugin;
    const settings = settingsInForce(manifest, storedSettings(manifest.id, decisions));
    await this.loader.load(plugin, settings, () => this.changedByItself());
  }

  /** What the plugin contributed is withdrawn first: nobody calls code that is on its way out. */
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

  /** The new version stands, or the old one does, loaded again: there is nothing between. */
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
      this.shelf.take(staged.id);
      const plugin = found ? this.shelf.put(read) : null;
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
    this.shelf.putBack(plugin);
    await this.loadIfEnabled(plugin);
    await this.announcer.announce();
  }

  /** A plugin failed or registered a tool by itself: in force at once, and announced when it is quiet. */
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

function mergeSettings(
  { manifest }: KnownPlugin,
  written: Readonly<Record<string, unknown>>,
): Decide {
  return (decisions) => {
    const current = settingsInForce(manifest, storedSettings(manifest.id, decisions));
    const values = settingsInForce(manifest, { ...current, ...written });
    return { ...decisions, settings: { ...decisions.settings, [manifest.id]: values } };
  };
}

function without<T>(entries: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).filter(([other]) => other !== key));
}
