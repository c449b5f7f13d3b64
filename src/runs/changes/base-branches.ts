import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { RefusedError } from '#platform/errors/office-error.js';
import { ChildEnvironments } from '#platform/process/child-environments.js';
import type { Workspace } from '#protocol/records/organisation.js';
import { worktreeTexts } from '#protocol/texts/worktrees.js';
import { findRepository } from '#tools/git/find-repository.js';
import { WorkspaceFiles } from '#workspaces/workspace-files.js';
import { type RemoteRepository, transferMs } from './delivery-git.js';
import { DeliveryRepository } from './delivery-repository.js';
import { tipOf } from './push-branch.js';
import { SnapshotError } from './shadow-git.js';
import { SnapshotsService } from './snapshots.service.js';

/** A branch of a remote repository. */
interface RemoteBranch {
  readonly remote: RemoteRepository;
  readonly branch: string;
  /** Name of its ref in the floor's repository. */
  readonly name: string;
}

type Floor = Pick<Workspace, 'id' | 'path'>;

/** Fetches the base branches of worktrees, into refs outside the names of users' branches. */
@Injectable()
export class BaseBranches {
  constructor(
    private readonly snapshots: SnapshotsService,
    private readonly environments: ChildEnvironments,
    private readonly files: WorkspaceFiles,
  ) {}

  /** False: the files of the floor are at another replica. */
  async isPossibleHere({ id: workspaceId, path: workspacePath }: Floor): Promise<boolean> {
    return (await this.files.absence({ workspaceId, workspacePath })) === null;
  }

  /**
   * Fetches the present commit of a remote branch into the floor's repository. Its branches and what
   * is checked out stay unchanged.
   * @returns null: there is no such branch
   * @throws RefusedError if the floor has no repository
   * @throws SnapshotError if git fails
   */
  async fetch(floor: Floor, { remote, branch, name }: RemoteBranch): Promise<string | null> {
    const shadow = await this.snapshots.repositoryOf(floor.path);
    const inherited = this.environments.inherited();
    const { signal } = new AbortController();
    const users = await findRepository(shadow.place.workspace, inherited, signal);
    if (users === null) throw new RefusedError(worktreeTexts.reasons.noRepository);
    await using made = await DeliveryRepository.open(shadow, users, inherited);
    const [from, to] = [`refs/heads/${branch}`, `refs/office/base/${name}`];
    const tip = tipOf(await made.over(remote, ['ls-remote', remote.address, from]));
    if (tip === null) return null;
    if ((await made.ask('rev-parse', '--verify', '--quiet', to)) === tip) return tip;
    if ((await made.ask('cat-file', '-e', `${tip}^{commit}`)) !== null) {
      return keep(made, to, tip);
    }
    const head = await made.ask('rev-parse', '--verify', '--quiet', 'HEAD^{commit}');
    if (head === null) throw new RefusedError(worktreeTexts.reasons.noRepository);
    // Objects that the floor has are not fetched again.
    await made.own(['update-ref', 'refs/office/known', head]);
    const quiet = ['--quiet', '--no-tags', '--no-write-fetch-head'];
    const order = ['fetch', ...quiet, remote.address, `+${from}:${to}`];
    await made.over(remote, order, transferMs);
    const fetched = (await made.own(['rev-parse', to])).trim();
    const bundle = path.join(shadow.place.gitDirectory, `${crypto.randomUUID()}.bundle`);
    try {
      const packed = ['bundle', 'create', '--quiet', bundle, to, `^${head}`];
      await made.own(packed, {}, transferMs);
      if ((await made.unbundle(bundle, transferMs)) === null) throw notTaken('bundle');
      return await keep(made, to, fetched);
    } finally {
      await rm(bundle, { force: true });
    }
  }
}

async function keep(made: DeliveryRepository, ref: string, commit: string): Promise<string> {
  if ((await made.ask('update-ref', ref, commit)) === null) throw notTaken('update-ref');
  return commit;
}

function notTaken(command: string): SnapshotError {
  return new SnapshotError(worktreeTexts.reasons.git(command, worktreeTexts.notKept));
}
