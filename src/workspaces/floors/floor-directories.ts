import { Injectable } from '@nestjs/common';
import { messageOf, RefusedError } from '../../platform/errors/office-error.js';
import { makeDirectory } from '../../platform/paths/make-directory.js';
import { isInside } from '../../platform/paths/resolve-lexically.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { workspaceTexts } from '../../protocol/texts.js';
import { SettingsService } from '../../settings/settings.service.js';
import { chooseDirectory, type ChosenDirectory, type DirectoryWish } from './choose-directory.js';
import { realPathOf } from './real-path.js';

/** The directories that floors work in: inside the bounds of the settings, one floor to each. */
@Injectable()
export class FloorDirectories {
  constructor(private readonly settings: SettingsService) {}

  /**
   * Makes the directory of a new floor and answers its path (behaviour-server.md 6.1). Paths are
   * compared as what they really lead to, so that no link stands for two floors or leads out of
   * the root. A refusal creates nothing.
   *
   * @throws RefusedError
   */
  async prepare(wish: DirectoryWish, others: readonly Workspace[]): Promise<string> {
    const chosen = chooseDirectory(wish, this.settings.current().workspacesRoot);
    try {
      const real = await realPathOf(chosen.path);
      await this.refuseOutside(chosen, real);
      await refuseTaken(chosen.path, real, others);
      await makeDirectory(chosen.path);
    } catch (thrown) {
      if (thrown instanceof RefusedError) throw thrown;
      throw new RefusedError(workspaceTexts.couldNotCreate(chosen.path, messageOf(thrown)));
    }
    return chosen.path;
  }

  private async refuseOutside({ path, folder }: ChosenDirectory, real: string): Promise<void> {
    const { workspacesRoot: root, allowExternalWorkspaces } = this.settings.current();
    if (folder === null && allowExternalWorkspaces) return;
    if (isInside(await realPathOf(root), real)) return;
    throw new RefusedError(
      folder === null
        ? workspaceTexts.pathOutside(path, root)
        : workspaceTexts.folderEscapes(folder, root),
    );
  }
}

async function refuseTaken(
  path: string,
  real: string,
  floors: readonly Workspace[],
): Promise<void> {
  for (const floor of floors) {
    if ((await realPathOf(floor.path)) === real) {
      throw new RefusedError(workspaceTexts.pathTaken(path));
    }
  }
}
