import { basename, isAbsolute, resolve } from 'node:path';
import { RefusedError } from '../../platform/errors/office-error.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { withoutEnd } from '../../platform/text/without-end.js';

/** A client's request for a new floor's directory. */
export interface DirectoryRequest {
  readonly name: string;
  /** Name of a directory in the workspaces root; absent = derived from the floor's name. */
  readonly folder?: string;
  /** An absolute path, which takes precedence over the folder. */
  readonly path?: string;
}

export interface ChosenDirectory {
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
