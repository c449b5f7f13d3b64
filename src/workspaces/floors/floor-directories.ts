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
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { isMissing } from '../../platform/paths/errno.js';
import { folderNames, slugOf } from './slug.js';

/** Where another floor works. */
type Site = Pick<Workspace, 'path'>;

/** The directory of a new floor. */
export interface PreparedDirectory {
  readonly path: string;
  /** Where it really leads, links followed. */
  readonly real: string;
  /** Made from the floor's name, so that any other free one is as good. */
  readonly fromName: boolean;
  /** There is something in it already. */
  readonly holdsFiles: boolean;
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
   * Makes the directory of a new floor. Paths are compared as what they really lead to, so that no
   * link stands for two floors or leads out of the root. A refusal creates nothing. A directory from
   * the floor's name alone is one that holds nothing: names without Latin letters come to the same
   * slug, and a floor that was closed has left its files.
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
      const real = await realPathOf(chosen.path);
      await refuseOutside(chosen, real, settings);
      await refuseTaken(chosen.path, real, others);
      await this.refuseUnmounted(chosen.path, others, settings);
      await makeDirectory(chosen.path);
      return { path: chosen.path, real, fromName, holdsFiles: !(await isUnused(chosen.path)) };
    });
  }

  /**
   * The directory, or another one where one of these floors works there too.
   * @throws RefusedError when the client has named it
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
  if (await isTaken(real, floors)) throw new RefusedError(workspaceTexts.pathTaken(path));
}

async function isTaken(real: string, floors: readonly Site[]): Promise<boolean> {
  for (const floor of floors) if ((await realPathOf(floor.path)) === real) return true;
  return false;
}

/** The first directory by the floor's name in which no floor works and nothing lies. */
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

/** Nothing is there, or a directory with nothing in it. */
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

/** Where an absolute path leads once every link on it is followed; it need not exist yet. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (thrown) {
    if (!isMissing(thrown) || dirname(path) === path) throw thrown;
    return join(await realPathOf(dirname(path)), basename(path));
  }
}

/** The directory a client asks for a new floor. */
interface DirectoryRequest {
  readonly name: string;
  /** A directory right under the workspaces root; absent = a free one by the name. */
  readonly folder?: string;
  /** A whole path, which wins over the folder. */
  readonly path?: string;
}

interface ChosenDirectory {
  readonly path: string;
  /**
   * The folder as the client wrote it, which must lie under the root whatever the settings say.
   */
  readonly folder: string | null;
}

/**
 * Where a client wants a new floor to work, as far as names alone can tell. Where it really leads is looked
 * at afterwards, on disk.
 *
 * @throws RefusedError for a path that is not absolute, or a folder that is more than a name
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
