import { Injectable } from '@nestjs/common';
import { messageOf } from '../../platform/errors/error-text.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { marketplaceTexts } from '../../protocol/texts/marketplace.js';
import { pluginTexts } from '../../protocol/texts/plugins.js';
import { type BundleFiles, pluginFiles } from '../bundle/bundle-files.js';
import { readBundle } from '../bundle/read-bundle.js';
import { PluginBundlesRepository } from '../persistence/plugin-bundles.repository.js';
import { InstallDirectory, type InstalledBundle } from './install-directory.js';
import type { PluginDecisions } from './plugin-decisions.js';
import { parseManifest } from './read-plugin-directory.js';

/** Replicas that share the directory may do the same at the same time. */
const mostTries = 3;

/**
 * Updates this process's install directory to what is installed in the office: missing bundles are
 * written from the database, removed ones deleted. Directories placed by hand stay.
 */
@Injectable()
export class InstalledBundles {
  private readonly log: ScopedLogger;

  constructor(
    private readonly bundles: PluginBundlesRepository,
    private readonly installs: InstallDirectory,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('plugins');
  }

  /** Never throws: failures are logged and retried the next time. */
  async bringInLine({
    installed,
    removed,
  }: Pick<PluginDecisions, 'installed' | 'removed'>): Promise<void> {
    const found = await this.installs.fromBundles();
    const { gone = [], kept = [] } = Object.groupBy(found, ({ id, hash }) =>
      removed[id] === hash ? 'gone' : 'kept',
    );
    for (const { id, directory } of gone) {
      await this.safely(id, () => this.installs.remove(directory));
    }
    for (const [id, hash] of Object.entries(installed)) {
      await this.safely(id, () => this.install(id, hash, kept));
    }
  }

  private async install(
    id: string,
    hash: string,
    found: readonly InstalledBundle[],
  ): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const present = found.find((bundle) => bundle.id === id);
      if (present?.hash === hash) return;
      try {
        return await this.write({ id, hash }, present?.directory);
      } catch (thrown) {
        if (tries === mostTries) throw thrown;
        found = await this.installs.fromBundles();
      }
    }
  }

  private async write(
    bundle: { readonly id: string; readonly hash: string },
    old: string | undefined,
  ): Promise<void> {
    const archive = await this.bundles.find(bundle.hash);
    if (archive === null) throw new Error(pluginTexts.bundleNotStored);
    const staged = await this.installs.stage(bundle, await ownFiles(archive, bundle.id));
    try {
      const swap = await this.installs.swapIn(bundle.id, staged, old);
      await swap.finish();
      this.log.info(pluginTexts.bundleFetched(bundle.id));
    } finally {
      await this.installs.discard(staged);
    }
  }

  private async safely(id: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      this.log.error(pluginTexts.bundleNotInLine(id, messageOf(thrown)), thrown);
    }
  }
}

/** The files of the plugin with this id in a bundle. @throws RefusedError */
export async function ownFiles(archive: Buffer, id: string): Promise<BundleFiles> {
  const files = pluginFiles(await readBundle(archive));
  const text = files?.get('plugin.json')?.toString('utf8');
  if (files === null || text === undefined) throw new RefusedError(marketplaceTexts.noManifest);
  const verdict = parseManifest(text);
  if (!verdict.ok) throw new RefusedError(verdict.reason);
  if (verdict.manifest.id !== id) {
    throw new RefusedError(marketplaceTexts.declaresOther(verdict.manifest.id, id));
  }
  return files;
}
