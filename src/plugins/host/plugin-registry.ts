import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { makeDirectory } from '../../platform/paths/make-directory.js';
import type { PluginOrigin } from '../../protocol/records/enums.js';
import { pluginTexts } from '../../protocol/texts/plugins.js';
import { InstalledBundles } from './installed-bundles.js';
import type { BrokenDirectory, KnownPlugin } from './known-plugin.js';
import type { PluginDecisions } from './plugin-decisions.js';
import { type ReadDirectory, readPluginDirectory } from './read-plugin-directory.js';

/** The content of the two plugin directories: shipped ones and installs. */
@Injectable()
export class PluginRegistry {
  private readonly byId = new Map<string, KnownPlugin>();
  private brokenOnes: readonly BrokenDirectory[] = [];

  constructor(
    private readonly config: OfficeConfig,
    private readonly bundles: InstalledBundles,
    private readonly logger: OfficeLogger,
  ) {}

  find(id: string): KnownPlugin | undefined {
    return this.byId.get(id);
  }

  /** Sorted by id. */
  plugins(): readonly KnownPlugin[] {
    return [...this.byId.values()].sort((a, b) => (a.manifest.id < b.manifest.id ? -1 : 1));
  }

  broken(): readonly BrokenDirectory[] {
    return this.brokenOnes;
  }

  /**
   * Updates the install directory to the decisions and reads both directories again; everything
   * known before is forgotten and must be unloaded.
   */
  async scan(decisions: PluginDecisions): Promise<void> {
    await this.bundles.bringInLine(decisions);
    const { bundledDir, installDir } = this.config.plugins;
    const log = this.logger.scope('plugins');
    const found = await scanDirectories(
      [
        { directory: bundledDir, source: 'bundled' },
        { directory: installDir, source: 'marketplace' },
      ],
      log,
    );
    this.byId.clear();
    this.brokenOnes = [];
    for (const directory of found) this.put(directory);
    log.info(pluginTexts.scanned(this.byId.size, bundledDir, installDir));
  }

  /** Registers a directory; null if it is broken, or its id is taken. */
  put({ verdict, ...found }: ReadDirectory): KnownPlugin | null {
    if (!verdict.ok) {
      this.brokenOnes = [...this.brokenOnes, { ...found, error: verdict.reason }];
      this.logger.scope('plugins').warn(`${found.directory}: ${verdict.reason}`);
      return null;
    }
    const { manifest, warnings } = verdict;
    if (this.byId.has(manifest.id)) {
      const text = pluginTexts.alreadyProvided(manifest.id, found.directory);
      this.logger.scope('plugins').warn(text);
      return null;
    }
    const log = this.logger.scope(`plugin:${manifest.id}`);
    for (const warning of warnings) log.warn(warning);
    const plugin: KnownPlugin = { ...found, manifest, state: { status: 'disabled' } };
    this.byId.set(manifest.id, plugin);
    return plugin;
  }

  /** Restores a plugin that was taken out. */
  putBack(plugin: KnownPlugin): void {
    this.byId.set(plugin.manifest.id, plugin);
  }

  take(id: string): void {
    this.byId.delete(id);
  }
}

/** A directory searched for plugins. */
interface PluginRoot {
  readonly directory: string;
  readonly source: PluginOrigin;
}

/**
 * All candidates of the roots, in order and by name. A missing root is made; an unreadable one
 * causes a warning. Names with a leading dot belong to the installer.
 */
async function scanDirectories(
  roots: readonly PluginRoot[],
  log: ScopedLogger,
): Promise<readonly ReadDirectory[]> {
  const found: ReadDirectory[] = [];
  for (const { directory, source } of roots) {
    const names = await candidatesIn(directory, log);
    const reading = names.map((name) => readPluginDirectory(path.join(directory, name), source));
    found.push(...(await Promise.all(reading)));
  }
  return found;
}

async function candidatesIn(root: string, log: ScopedLogger): Promise<readonly string[]> {
  try {
    await makeDirectory(root);
    const entries = await readdir(root, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    log.warn(pluginTexts.unreadableRoot(root, messageOf(error)));
    return [];
  }
}
