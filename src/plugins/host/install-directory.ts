import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { z } from 'zod';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { isLeftover } from '../../platform/config/temporary-plugins.js';
import { errnoOf } from '../../platform/paths/errno.js';
import { makeDirectory } from '../../platform/paths/make-directory.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import type { ScopedLogger } from '../../platform/logging/office-logger.js';
import { parsedOrUndefined } from '../../platform/text/foreign-json.js';
import { pluginTexts } from '../../protocol/texts/plugins.js';
import { type BundleFiles, writeFiles } from '../bundle/bundle-files.js';

const stagingPrefix = '.staging-';
const backupPrefix = '.aside-';
/** File in a plugin's directory that names its bundle. */
const markerName = '.office-bundle.json';

const marker = z.object({ id: z.string(), hash: z.string() });

/** A plugin in the install directory that came from a bundle, not placed by hand. */
export interface InstalledBundle extends z.infer<typeof marker> {
  readonly directory: string;
}

/** A replaced directory until it is decided which version stays. */
export interface Swap {
  /** Location of the new one. */
  readonly directory: string;
  /** Keeps the new version and deletes the old one. @throws if that failed: undo it. */
  finish(): Promise<void>;
  /** Restores the old version and removes the new one. */
  undo(): Promise<void>;
}

/**
 * The directory for installs from marketplaces. All changes are renames, and the old version is
 * deleted last, so a crash never leaves none. Until `finish` the next boot restores the old
 * version. Names with a leading dot belong to this class; a process owns its directory.
 */
@Injectable()
export class InstallDirectory implements OnApplicationShutdown {
  private readonly root: string;
  private readonly isTemporary: boolean;
  private readonly log: ScopedLogger;

  constructor({ plugins }: OfficeConfig, logger: OfficeLogger) {
    this.root = plugins.installDir;
    this.isTemporary = plugins.installDirIsTemporary;
    this.log = logger.scope('plugins');
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.isTemporary) await this.delete(this.root);
  }

  /** Writes the files where no plugins are searched for. @returns the staged directory */
  async stage(bundle: z.infer<typeof marker>, files: BundleFiles): Promise<string> {
    await makeDirectory(this.root);
    const staging = await mkdtemp(path.join(this.root, stagingPrefix));
    const directory = path.join(staging, 'plugin');
    try {
      await writeFiles(directory, files);
      await writeFile(path.join(directory, markerName), JSON.stringify(bundle));
      return directory;
    } catch (error) {
      await this.discard(directory);
      throw error;
    }
  }

  /** The plugins here that came from bundles; empty if the directory is unreadable. */
  async fromBundles(): Promise<readonly InstalledBundle[]> {
    const names = await readdir(this.root).catch(() => []);
    const visible = names.filter((name) => !name.startsWith('.'));
    const found = visible.map(async (name) => {
      const directory = path.join(this.root, name);
      const text = await readFile(path.join(directory, markerName), 'utf8').catch(() => '');
      const read = marker.safeParse(parsedOrUndefined(text));
      return read.success ? [{ ...read.data, directory }] : [];
    });
    return (await Promise.all(found)).flat();
  }

  /** Deletes a staged directory. Never throws. */
  async discard(staged: string): Promise<void> {
    await this.delete(path.dirname(staged));
  }

  /** Puts the staged directory in the old one's place and keeps the old one as a backup. */
  async swapIn(id: string, staged: string, old: string | undefined): Promise<Swap> {
    const directory = await this.freePlace(id, old);
    const backup = this.backupOf(path.basename(directory));
    if (await exists(backup)) await this.recoverBackup(path.basename(directory));
    if (old !== undefined) await rename(old, backup);
    const restore = async (): Promise<void> => {
      if (old !== undefined) await rename(backup, old);
    };
    try {
      await rename(staged, directory);
    } catch (error) {
      await restore();
      throw error;
    }
    return {
      directory,
      finish: async () => {
        if (old !== undefined) await this.trash(backup);
      },
      undo: async () => {
        await rename(directory, staged);
        await restore();
      },
    };
  }

  /** Removes a plugin atomically. @throws if it cannot be moved. */
  async remove(directory: string): Promise<void> {
    await this.trash(directory);
  }

  /** Undoes an interrupted change and removes its remains. */
  async recover(): Promise<void> {
    if (this.isTemporary) await this.deleteLeftovers(path.dirname(this.root));
    const names = await readdir(this.root).catch(() => []);
    for (const name of names) {
      if (name.startsWith(stagingPrefix)) await this.delete(path.join(this.root, name));
    }
    for (const name of names) {
      if (name.startsWith(backupPrefix)) await this.recoverBackup(name.slice(backupPrefix.length));
    }
  }

  /** Deletes temporary directories of killed processes. */
  private async deleteLeftovers(parent: string): Promise<void> {
    const names = await readdir(parent).catch(() => []);
    for (const name of names) {
      if (isLeftover(name, isAlive)) await this.delete(path.join(parent, name));
    }
  }

  /** Restores a backup, because its upgrade was not finished. */
  private async recoverBackup(name: string): Promise<void> {
    const place = path.join(this.root, name);
    if (await exists(place)) await this.trash(place);
    await rename(this.backupOf(name), place);
    this.log.warn(pluginTexts.restored(name));
  }

  private backupOf(name: string): string {
    return path.join(this.root, backupPrefix + name);
  }

  /** Moves a directory away, then deletes it. @throws if it cannot be moved. */
  private async trash(directory: string): Promise<void> {
    const staging = await mkdtemp(path.join(this.root, stagingPrefix));
    try {
      await rename(directory, path.join(staging, 'plugin'));
    } finally {
      await this.delete(staging);
    }
  }

  /**
   * A directory named after the plugin, unless one without a plugin is in the way. The old version
   * is moved away.
   */
  private async freePlace(id: string, old: string | undefined): Promise<string> {
    for (let number = 1; ; number += 1) {
      const place = path.join(this.root, number === 1 ? id : `${id}-${number}`);
      if (place === old || !(await exists(place))) return place;
    }
  }

  private async delete(directory: string): Promise<void> {
    try {
      await rm(directory, { recursive: true, force: true });
    } catch (error) {
      this.log.warn(pluginTexts.leftBehind(directory, messageOf(error)));
    }
  }
}

async function exists(location: string): Promise<boolean> {
  return stat(location).then(
    () => true,
    () => false,
  );
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process cannot be signalled.
    return errnoOf(error) !== 'ESRCH';
  }
}
