import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { isStoreFailure } from '../../platform/database/store-failure.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeError, RefusedError } from '../../platform/errors/office-error.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import type { PluginRecord } from '../../protocol/records/plugins.js';
import { marketplaceTexts } from '../../protocol/texts/marketplace.js';
import { pluginTexts } from '../../protocol/texts/plugins.js';
import type { BundleFiles } from '../bundle/bundle-files.js';
import { InstallDirectory } from '../host/install-directory.js';
import type { KnownPlugin, StagedPlugin } from '../host/known-plugin.js';
import { ownFiles } from '../host/installed-bundles.js';
import { PluginHost } from '../host/plugin-host.js';
import { assessInstall } from './plugin-upgrades.js';
import type { InstallableEntry } from './read-catalog.js';
import { MarketplaceClient } from './marketplace-client.js';

interface InstallRequest {
  readonly catalogUrl: string;
  readonly pluginId: string;
  readonly upgrade: boolean;
}

/** A bundle that may be put in place. */
interface AssessedInstall extends Pick<StagedPlugin, 'id' | 'bundle' | 'confirm'> {
  readonly files: BundleFiles;
}

/**
 * Installs and upgrades plugins from marketplaces. A bundle is validated completely, including its
 * manifest, before anything is on disk; the old version runs until then.
 */
@Injectable()
export class PluginInstaller {
  constructor(
    private readonly config: OfficeConfig,
    private readonly client: MarketplaceClient,
    private readonly host: PluginHost,
    private readonly installs: InstallDirectory,
    private readonly logger: OfficeLogger,
  ) {}

  /** @throws RefusedError of the first failed check; the switch for installs is checked first. */
  async install(request: InstallRequest): Promise<PluginRecord> {
    if (!this.config.plugins.allowInstall) throw new RefusedError(pluginTexts.installGate);
    const entry = await this.listedEntry(request);
    const { id, version } = entry.manifest;
    const confirm = (present: KnownPlugin | undefined): void =>
      confirmInstall(request, entry, present);
    const present = this.host.find(id);
    confirm(present);
    const bundle = { hash: entry.sha256, archive: await this.client.bundle(entry) };
    const files = await ownFiles(bundle.archive, id);
    const record = await this.putInPlace({ id, bundle, files, confirm });
    const text = present === undefined ? marketplaceTexts.installed : marketplaceTexts.upgraded;
    this.logger.scope('plugins').info(text(id, version, entry.downloadUrl));
    return record;
  }

  /** A failing disk is a fault of the service, not of the client. */
  private async putInPlace({ id, bundle, files, confirm }: AssessedInstall): Promise<PluginRecord> {
    let directory: string | undefined;
    try {
      directory = await this.installs.stage({ id, hash: bundle.hash }, files);
      return await this.host.adopt({ id, directory, bundle, confirm });
    } catch (error) {
      if (error instanceof OfficeError || isStoreFailure(error)) throw error;
      this.logger.scope('plugins').error(messageOf(error), error);
      throw new RefusedError(marketplaceTexts.installFailed, { cause: error });
    } finally {
      if (directory !== undefined) await this.installs.discard(directory);
    }
  }

  private async listedEntry({ catalogUrl, pluginId }: InstallRequest): Promise<InstallableEntry> {
    const catalog = await this.client.catalog(catalogUrl);
    const entry = catalog.plugins.find(({ manifest }) => manifest.id === pluginId);
    if (entry === undefined) throw new RefusedError(marketplaceTexts.notListed(pluginId));
    return entry;
  }
}

function confirmInstall(
  { upgrade }: InstallRequest,
  { manifest }: InstallableEntry,
  present: KnownPlugin | undefined,
): void {
  const reason = assessInstall({
    id: manifest.id,
    offered: manifest.version,
    upgrade,
    present: present && { version: present.manifest.version, source: present.source },
  });
  if (reason !== null) throw new RefusedError(reason);
}
