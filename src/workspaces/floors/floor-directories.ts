import { Injectable } from '@nestjs/common';
import { messageOf } from '../../platform/errors/error-text.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { makeDirectory } from '../../platform/paths/make-directory.js';
import { isInside } from '../../platform/paths/resolve-lexically.js';
import type { OfficeSettings } from '../../protocol/records/office.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { Replica } from '../../platform/fleet/replica.js';
import { SettingsService } from '../../settings/settings.service.js';
import {
  chooseDirectory,
  type ChosenDirectory,
  type DirectoryRequest,
} from './choose-directory.js';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isMissing } from '../../platform/paths/errno.js';

/** Where another floor works. */
type Site = Pick<Workspace, 'path'>;

/** The directory of a new floor. */
export interface PreparedDirectory {
  readonly path: string;
  /** Where it really leads, links followed. */
  readonly real: string;
}

/**
 * The directories that floors work in: inside the bounds of the settings, one floor to each. It
 * asks the disk, which may take any time: never call it inside a transaction.
 */
@Injectable()
export class FloorDirectories {
  constructor(
    private readonly settings: SettingsService,
    private readonly replica: Replica,
  ) {}

  /**
   * Makes the directory of a new floor (behaviour-server.md 6.1). Paths are compared as what they
   * really lead to, so that no link stands for two floors or leads out of the root. A refusal
   * creates nothing.
   *
   * @throws RefusedError
   */
  async prepare(request: DirectoryRequest, others: readonly Site[]): Promise<PreparedDirectory> {
    const settings = await this.settings.read();
    const chosen = chooseDirectory(request, settings.workspacesRoot);
    return orRefused(chosen.path, async () => {
      const real = await realPathOf(chosen.path);
      await refuseOutside(chosen, real, settings);
      await refuseTaken(chosen.path, real, others);
      await this.refuseUnmounted(chosen.path, others, settings);
      await makeDirectory(chosen.path);
      return { path: chosen.path, real };
    });
  }

  /** @throws RefusedError when one of these floors works there too */
  refuseTaken({ path, real }: PreparedDirectory, others: readonly Site[]): Promise<void> {
    return orRefused(path, () => refuseTaken(path, real, others));
  }

  /** In a fleet a root that is gone while floors work in it is not made anew: it would hide their files. */
  private async refuseUnmounted(
    path: string,
    others: readonly Site[],
    { workspacesRoot: root }: OfficeSettings,
  ): Promise<void> {
    if (!this.replica.hasOthers) return;
    if (!isInside(root, path) || !others.some((floor) => isInside(root, floor.path))) return;
    if ((await realpath(root).catch(() => null)) !== null) return;
    throw new RefusedError(workspaceTexts.rootMissing(root));
  }
}

async function refuseOutside(
  { path, folder }: ChosenDirectory,
  real: string,
  { workspacesRoot: root, allowExternalWorkspaces }: OfficeSettings,
): Promise<void> {
  if (folder === null && allowExternalWorkspaces) return;
  if (isInside(await realPathOf(root), real)) return;
  throw new RefusedError(
    folder === null
      ? workspaceTexts.pathOutside(path, root)
      : workspaceTexts.folderEscapes(folder, root),
  );
}

/** What the disk says is a refusal, too. */
async function orRefused<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof RefusedError) throw thrown;
    throw new RefusedError(workspaceTexts.couldNotCreate(path, messageOf(thrown)));
  }
}

async function refuseTaken(path: string, real: string, floors: readonly Site[]): Promise<void> {
  for (const floor of floors) {
    if ((await realPathOf(floor.path)) === real) {
      throw new RefusedError(workspaceTexts.pathTaken(path));
    }
  }
}

/** Where an absolute path leads once every link on it is followed; it need not exist yet. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (thrown) {
    if (!isMissing(thrown) || dirname(path) === path) throw thrown;
    return join(await realPathOf(dirname(path)), basename(path));
  }
}
