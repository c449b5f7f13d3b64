import { Injectable } from '@nestjs/common';
import { Transactions } from '#platform/database/transactions.js';
import { RefusedError } from '#platform/errors/office-error.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { submitTexts } from '#protocol/texts/runs.js';
import { BaseBranches } from '#runs/changes/base-branches.js';
import { WorkspacesService } from '#workspaces/workspaces.service.js';
import type { StoredIssue } from '../rows/forge-issues.repository.js';
import { ForgesRepository, type StoredForge } from '../rows/forges.repository.js';
import type { OpenForge } from './forge-access.js';

/** The base commits of runs for issues: the tip of the base branch that the forge has now. */
@Injectable()
export class ForgeBases {
  constructor(
    private readonly branches: BaseBranches,
    private readonly workspaces: WorkspacesService,
    private readonly forges: ForgesRepository,
    private readonly transactions: Transactions,
  ) {}

  /** False: the files of the forge's floor are at another replica. */
  async isPossibleHere({ workspaceId }: Pick<StoredForge, 'workspaceId'>): Promise<boolean> {
    const floor = await this.workspaces.find(workspaceId);
    return floor === null || this.branches.isPossibleHere(floor);
  }

  /** The base commit of an issue's request, whose base branch people may have changed. As `now`. */
  async ofIssue(
    open: OpenForge,
    { request }: Pick<StoredIssue, 'request'>,
  ): Promise<string | null> {
    const found = request === null ? null : await open.client.request(request);
    return this.now(open, found?.base);
  }

  /**
   * @param base of the request; usually the branch that requests of the forge are merged into
   * @returns null: the files of the floor are at another replica
   * @throws RefusedError if there is no such floor, or no branch
   * @throws ForgeError, SnapshotError
   */
  async now(open: OpenForge, base = open.forge.base): Promise<string | null> {
    const { workspaceId } = open.forge;
    const floor = await this.workspaces.find(workspaceId);
    if (floor === null) throw new RefusedError(submitTexts.noWorkspace(workspaceId));
    if (!(await this.branches.isPossibleHere(floor))) return null;
    const found = await this.branches.fetch(floor, await branchOf(open, base));
    if (found !== null) return found;
    const { defaultBranch } = await open.client.repository();
    const other = await this.branches.fetch(floor, await branchOf(open, defaultBranch));
    if (other === null) throw new RefusedError(forgeTexts.noBase(defaultBranch));
    if (base === open.forge.base) await this.keep(open, defaultBranch);
    return other;
  }

  /**
   * Stores the forge's default branch as the base of requests, because the former one was deleted
   * or renamed.
   */
  private async keep({ forge: { id } }: OpenForge, base: string): Promise<void> {
    await this.transactions.run(({ manager }) => this.forges.setBase(manager, id, base));
  }
}

async function branchOf({ remote, forge }: OpenForge, branch: string) {
  return { remote: await remote(), branch, name: forge.id };
}
