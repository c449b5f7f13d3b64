import { basename, isAbsolute, resolve } from 'node:path';
import { RefusedError } from '../../platform/errors/office-error.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { withoutEnd } from '../../platform/text/without-end.js';

/** The directory a client asks for a new floor. */
export interface DirectoryRequest {
  readonly name: string;
  /** A directory right under the workspaces root; absent = a free one by the name. */
  readonly folder?: string;
  /** A whole path, which wins over the folder. */
  readonly path?: string;
}

export interface ChosenDirectory {
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
