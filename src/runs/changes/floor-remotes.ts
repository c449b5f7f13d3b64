import { Injectable } from '@nestjs/common';
import { RefusedError } from '#platform/errors/office-error.js';
import { ChildEnvironments } from '#platform/process/child-environments.js';
import type { Workspace } from '#protocol/records/organisation.js';
import { findRepository } from '#tools/git/find-repository.js';
import { guardedGit } from '#tools/git/guarded-git.js';
import { WorkspaceFiles } from '#workspaces/workspace-files.js';

/** Addresses of a folder's remotes; null: the folder is in no git repository. */
type Remotes = readonly string[] | null;

/** Reads from the configuration of a floor's repository where it comes from. */
@Injectable()
export class FloorRemotes {
  constructor(
    private readonly environments: ChildEnvironments,
    private readonly files: WorkspaceFiles,
  ) {}

  /** Undefined: the floor's files are at another replica, or git refuses to read the repository. */
  async of({ id, path: root }: Pick<Workspace, 'id' | 'path'>): Promise<Remotes | undefined> {
    const absence = await this.files.absence({ workspaceId: id, workspacePath: root });
    if (absence !== null) return undefined;
    try {
      return await this.remotesIn(root);
    } catch (thrown) {
      if (thrown instanceof RefusedError) return undefined;
      throw thrown;
    }
  }

  private async remotesIn(root: string): Promise<Remotes> {
    const inherited = this.environments.inherited();
    const { signal } = new AbortController();
    const repository = await findRepository(root, inherited, signal);
    if (repository === null) return null;
    const args = ['config', '--get-regexp', String.raw`^remote\..*\.url$`];
    const place = { ...repository, root, inherited, signal };
    const { stdout } = await guardedGit({ ...place, args, writes: false });
    return stdout.split('\n').flatMap((line) => {
      const from = line.indexOf(' ');
      return from < 0 ? [] : [line.slice(from + 1)];
    });
  }
}
