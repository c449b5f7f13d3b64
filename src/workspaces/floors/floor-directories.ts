import { Injectable } from '@nestjs/common';
import { messageOf } from '../../platform/errors/error-text.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { makeDirectory } from '../../platform/paths/make-directory.js';
import { isInside } from '../../platform/paths/resolve-lexically.js';
import { withoutEnd } from '../../platform/text/without-end.js';
import type { OfficeSettings } from '../../protocol/records/office.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { Replica } from '../../platform/fleet/replica.js';
import { SettingsService } from '../../settings/settings.service.js';
import { lstat, opendir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { isMissing } from '../../platform/paths/errno.js';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { installed, refusedPlace } from './refused-places.js';
import { folderNames, slugOf } from './slug.js';

/** The directory of another floor. */
type Site = Pick<Workspace, 'path'>;

/** The directory of a new floor. */
export interface PreparedDirectory {
  readonly path: string;
  /** The real path, with links resolved. */
  readonly real: string;
  /** Derived from the floor's name, so that any free one is as good. */
  readonly fromName: boolean;
  /** The directory is not empty. */
  readonly holdsFiles: boolean;
}

/**
 * Directories of floors: inside the settings' bounds, one per floor. Accesses the disk, which may
 * take long: never call it in a transaction.
 */
@Injectable()
export class FloorDirectories {
  constructor(
    private readonly settings: SettingsService,
    private readonly replica: Replica,
    private readonly config: OfficeConfig,
  ) {}

  /**
   * Makes a new floor's directory. Real paths are compared, so that no link serves two floors or
   * leaves the root. A refusal creates nothing. A directory derived from a name must be empty:
   * different names may give the same slug, and closed floors leave their files.
   *
   * @throws RefusedError
   */
  async prepare(request: DirectoryRequest, others: readonly Site[]): Promise<PreparedDirectory> {
    const settings = await this.settings.read();
    const { workspacesRoot: root } = settings;
    const fromName = request.folder === undefined && !request.path?.trim();
    const chosen = fromName
      ? await freeDirectory(request, root, others)
      : chooseDirectory(request, root);
    return orRefused(chosen.path, async () => {
      const real = await this.accepted(chosen, settings, others);
      await this.refuseUnmounted(chosen.path, others, settings);
      await makeDirectory(chosen.path);
      return { path: chosen.path, real, fromName, holdsFiles: !(await isUnused(chosen.path)) };
    });
  }

  /** Why no new floor could work in a directory; null: one could. */
  async refusal(path: string, others: readonly Site[]): Promise<string | null> {
    const settings = await this.settings.read();
    try {
      await orRefused(path, () => this.accepted({ path, folder: null }, settings, others));
      return null;
    } catch (thrown) {
      if (thrown instanceof RefusedError) return thrown.message;
      throw thrown;
    }
  }

  /** The real path. @throws RefusedError */
  private async accepted(
    chosen: ChosenDirectory,
    settings: OfficeSettings,
    others: readonly Site[],
  ): Promise<string> {
    const real = await realPathOf(chosen.path);
    await refuseOutside(chosen, real, settings);
    await this.refuseSpecial(chosen.path, real, settings.workspacesRoot);
    await refuseTaken(chosen.path, real, others);
    return real;
  }

  /**
   * The directory, or another free one if one of these floors uses it.
   * @throws RefusedError if the client named it
   */
  async keepFree(
    prepared: PreparedDirectory,
    request: DirectoryRequest,
    others: readonly Site[],
  ): Promise<PreparedDirectory> {
    const { path, real, fromName } = prepared;
    if (fromName && (await isTaken(real, others))) return this.prepare(request, others);
    await orRefused(path, () => refuseTaken(path, real, others));
    return prepared;
  }

  /**
   * Refuses places in which employees would change the system, the service, or programs that git
   * runs.
   */
  private async refuseSpecial(path: string, real: string, root: string): Promise<void> {
    const { database, plugins, snapshots, worktrees } = this.config;
    const refusal = refusedPlace(real, {
      home: homedir(),
      installed,
      data: [
        database.kind === 'sqlite' ? await realPathOf(database.path) : null,
        ...(await Promise.all(
          [plugins.installDir, snapshots.directory, worktrees.directory].map(realPathOf),
        )),
      ],
      workspacesRoot: await realPathOf(root),
    });
    if (refusal !== null) throw new RefusedError(refusal);
    const parts = ['HEAD', 'objects', 'refs'].map((name) =>
      lstat(join(real, name)).catch(() => null),
    );
    const isGitDirectory = (await Promise.all(parts)).every((part) => part !== null);
    if (isGitDirectory) throw new RefusedError(workspaceTexts.placeOfGit(path));
  }

  /**
   * In a fleet a missing root of existing floors is not recreated, because that would hide their
   * files.
   */
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

/** Turns errors of the disk into refusals. */
async function orRefused<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof RefusedError) throw thrown;
    throw new RefusedError(workspaceTexts.couldNotCreate(path, messageOf(thrown)));
  }
}

async function refuseTaken(path: string, real: string, floors: readonly Site[]): Promise<void> {
  if (await isTaken(real, floors)) throw new RefusedError(workspaceTexts.pathTaken(path));
}

async function isTaken(real: string, floors: readonly Site[]): Promise<boolean> {
  for (const floor of floors) if ((await realPathOf(floor.path)) === real) return true;
  return false;
}

/** The first directory by the floor's name that is empty and unused. */
async function freeDirectory(
  { name }: DirectoryRequest,
  root: string,
  others: readonly Site[],
): Promise<ChosenDirectory> {
  const names = folderNames(slugOf(name));
  for (;;) {
    const { path, folder } = chooseDirectory({ folder: names.next().value }, root);
    const isFree = orRefused(
      path,
      async () => (await isUnused(path)) && !(await isTaken(await realPathOf(path), others)),
    );
    if (await isFree) return { path, folder };
  }
}

/** True if nothing exists there, or an empty directory. */
async function isUnused(path: string): Promise<boolean> {
  if ((await lstat(path).catch(unlessMissing)) === null) return true;
  try {
    await using directory = await opendir(path);
    return (await directory.read()) === null;
  } catch {
    return false;
  }
}

function unlessMissing(thrown: unknown): null {
  if (isMissing(thrown)) return null;
  throw thrown;
}

/** The real path of an absolute path, which need not exist. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (thrown) {
    if (!isMissing(thrown) || dirname(path) === path) throw thrown;
    return join(await realPathOf(dirname(path)), basename(path));
  }
}

/** A client's request for a new floor's directory. */
interface DirectoryRequest {
  readonly name: string;
  /** Name of a directory in the workspaces root; absent = derived from the floor's name. */
  readonly folder?: string;
  /** An absolute path, which takes precedence over the folder. */
  readonly path?: string;
}

interface ChosenDirectory {
  readonly path: string;
  /** The folder as requested, which must be in the root whatever the settings say. */
  readonly folder: string | null;
}

/**
 * The requested directory of a new floor, judged by names only; the disk is checked afterwards.
 *
 * @throws RefusedError for a relative path, or a folder that is not a plain name
 */
export function chooseDirectory(
  request: Omit<DirectoryRequest, 'name'>,
  root: string,
): ChosenDirectory {
  const path = request.path?.trim();
  if (path) {
    if (!isAbsolute(path)) throw new RefusedError(workspaceTexts.pathNotAbsolute(path));
    return { path: resolve(path), folder: null };
  }
  const folder = acceptFolder(request.folder ?? '');
  return { path: resolve(root, folder), folder };
}

function acceptFolder(given: string): string {
  const folder = withoutEnd(given.trim(), '\\/');
  const isName = folder !== '' && folder !== '.' && basename(folder) === folder;
  if (!isName || folder.includes('..') || folder.includes('\\')) {
    throw new RefusedError(workspaceTexts.folderInvalid);
  }
  return folder;
}
