import { lstat, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { messageOf } from '#platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '#platform/logging/office-logger.js';

/** A folder for files of commands that are no part of the work. */
export function scratchFolderOf(runId: string): string {
  return path.join(tmpdir(), `office-${runId}`);
}

/** Folders outside the workspaces, one for each run, which end with it. */
@Injectable()
export class ScratchFolders {
  private readonly log: ScopedLogger;

  constructor(logger: OfficeLogger) {
    this.log = logger.scope('engine/run');
  }

  /** Makes the folder, if it is not there. False: it cannot be used. */
  async open(folder: string): Promise<boolean> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return await isOurs(folder);
    } catch (thrown) {
      this.log.warn(`a scratch folder could not be made: ${messageOf(thrown)}`);
      return false;
    }
  }

  /** Never fails: the system clears what is left. */
  async remove(folder: string): Promise<void> {
    try {
      await rm(folder, { recursive: true, force: true, maxRetries: 2 });
    } catch (thrown) {
      this.log.warn(`a scratch folder could not be removed: ${messageOf(thrown)}`);
    }
  }
}

/**
 * True if the folder is this account's; another account could have made it first in the shared
 * directory.
 */
async function isOurs(folder: string): Promise<boolean> {
  const stats = await lstat(folder);
  const us = process.geteuid?.();
  return stats.isDirectory() && (us === undefined || stats.uid === us);
}
