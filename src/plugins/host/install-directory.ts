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
/** In a plugin's directory: the bundle it came from. */
const markerName = '.office-bundle.json';

const marker = z.object({ id: z.string(), hash: z.string() });

/** A plugin in the install directory that came from a bundle, not from a person's hand. */
export interface InstalledBundle extends z.infer<typeof marker> {
  readonly directory: string;
}

/** A new directory in the place of an old one, until it is decided which of them stays. */
export interface Swap {
  /** Where the new one is. */
  readonly directory: string;
  /** The new one stays; the old one is deleted. @throws when nothing was decided: undo it. */
  finish(): Promise<void>;
  /** The old one is back where it was, and the new one gone. */
  undo(): Promise<void>;
}

/**
 * The directory that marketplace installs go to. Whatever happens in it is a rename, and the old
 * version is deleted last: there is no moment at which a crash would leave none. Until `finish` the
 * old version is the one that a boot brings back. Names with a dot in front are this class's own,
 * and one process has a directory to itself.
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

  /** Writes the files where no plugins are looked for. @returns the staged directory */
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

  /** The plugins here that came from bundles; none when the directory cannot be read. */
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

  /** Deletes what was staged and not put in place. Never throws. */
  async discard(staged: string): Promise<void> {
    await this.delete(path.dirname(staged));
  }

  /**
   * Puts the staged directory in the place of the old one, which is kept as a backup under the name
   * of the new one's place.
   */
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

  /** Takes a plugin away, at once and as a whole. @throws when it cannot be moved. */
  async remove(directory: string): Promise<void> {
    await this.trash(directory);
  }

  /** Undoes what a crash cut short, and clears away its rest. */
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

  /** Temporary directories of processes that were killed. */
  private async deleteLeftovers(parent: string): Promise<void> {
    const names = await readdir(parent).catch(() => []);
    for (const name of names) {
      if (isLeftover(name, isAlive)) await this.delete(path.join(parent, name));
    }
  }

  /** The backup is the version to keep: the upgrade in its place was not finished. */
  private async recoverBackup(name: string): Promise<void> {
    const place = path.join(this.root, name);
    if (await exists(place)) await this.trash(place);
    await rename(this.backupOf(name), place);
    this.log.warn(pluginTexts.restored(name));
  }

  private backupOf(name: string): string {
    return path.join(this.root, backupPrefix + name);
  }

  /** Moves a directory out of sight, then deletes it. @throws when it cannot be moved. */
  private async trash(directory: string): Promise<void> {
    const staging = await mkdtemp(path.join(this.root, stagingPrefix));
    try {
      await rename(directory, path.join(staging, 'plugin'));
    } finally {
      await this.delete(staging);
    }
  }

  /**
   * Named after the plugin, unless a directory without a plugin is in the way. The old version makes
   * way.
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
    // Another user's process may not be signalled.
    return errnoOf(error) !== 'ESRCH';
  }
}
