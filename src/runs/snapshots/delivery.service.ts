import { Injectable } from '@nestjs/common';
import { messageOf } from '../../platform/errors/error-text.js';
import { NotFoundError, OfficeError, RefusedError } from '../../platform/errors/office-error.js';
import { ChildEnvironments } from '../../platform/process/child-environments.js';
import { deliveryTexts } from '../../protocol/texts/delivery.js';
import { runTexts } from '../../protocol/texts/runs.js';
import type { Run, TurnRecord } from '../../protocol/records/work.js';
import { findRepository } from '../../tools/git/find-repository.js';
import { WorkspacesService } from '../../workspaces/workspaces.service.js';
import { isFinal } from '../domain/run-status.js';
import { ResultsRepository } from '../persistence/results.repository.js';
import { RunsRepository } from '../persistence/runs.repository.js';
import {
  type DeliveryOrder,
  type PreparedBranch,
  prepareBranch,
  publishBranch,
} from './delivery-branch.js';
import { isUnrecorded } from './recorded-writes.js';
import { turnsFrom } from './revert-plan.js';
import { SnapshotsService } from './snapshots.service.js';

/** A delivery that could be made now. */
export interface PreparedDelivery {
  readonly run: Run;
  /** The approval policy pinned at submission. */
  readonly autoApproved: boolean;
  readonly firstTurn: TurnRecord;
  readonly order: DeliveryOrder;
  readonly commits: PreparedBranch;
}

/** Makes branches of what runs changed: one commit a turn, in the employees' names. */
@Injectable()
export class DeliveryService {
  constructor(
    private readonly runs: RunsRepository,
    private readonly results: ResultsRepository,
    private readonly snapshots: SnapshotsService,
    private readonly workspaces: WorkspacesService,
    private readonly environments: ChildEnvironments,
  ) {}

  /**
   * Everything but the branch itself; the user's repository stays as it is.
   * @throws NotFoundError when there is no such run
   * @throws RefusedError when it cannot be delivered
   */
  async prepare(runId: string, branch: string): Promise<PreparedDelivery> {
    const stored = await this.runs.find(runId);
    if (stored === null) throw new NotFoundError(runTexts.noRun(runId));
    const run = stored.record;
    if (!isFinal(run.status)) throw new RefusedError(deliveryTexts.stillAtWork(runId));
    const rows = await this.results.turnsOf(runId);
    const turns =
      turnsFrom(
        rows.map(({ record }) => record),
        undefined,
      ) ?? [];
    if (turns.some(isUnrecorded)) throw new RefusedError(deliveryTexts.notRecorded(runId));
    const firstTurn = turns.find(({ diff }) => diff !== undefined);
    if (firstTurn === undefined) throw new RefusedError(deliveryTexts.nothingToDeliver(runId));
    try {
      const order = await this.orderOf(run, branch, turns);
      const commits = await prepareBranch(order);
      return { run, autoApproved: stored.autoApproveShell, firstTurn, order, commits };
    } catch (thrown) {
      throw refusalOf(runId, thrown);
    }
  }

  /** @throws RefusedError when it cannot be delivered by now @returns what was made, for people */
  async publish({ order, commits }: PreparedDelivery): Promise<string> {
    try {
      await publishBranch(order, commits);
    } catch (thrown) {
      throw refusalOf(order.runId, thrown);
    }
    return deliveryTexts.delivered(order.runId, order.branch, commits.subjects.length, commits.tip);
  }

  private async orderOf(
    run: Run,
    branch: string,
    turns: readonly TurnRecord[],
  ): Promise<DeliveryOrder> {
    const inherited = this.environments.inherited();
    const shadow = await this.snapshots.repositoryOf(run.workspacePath);
    const { workspace } = shadow.place;
    const { signal } = new AbortController();
    const repository = await findRepository(workspace, inherited, signal);
    if (repository === null) throw new RefusedError(deliveryTexts.noRepository(run.id));
    const roles = this.workspaces.find(run.workspaceId)?.org.roles ?? [];
    const nameOf = (roleId: string): string =>
      roles.find(({ id }) => id === roleId)?.displayName ?? roleId;
    return { runId: run.id, branch, repository, shadow, turns, nameOf, inherited };
  }
}

/** Every refusal names the run, by which clients know it. */
function refusalOf(runId: string, thrown: unknown): OfficeError {
  const message = messageOf(thrown);
  if (thrown instanceof OfficeError && deliveryTexts.isAbout(runId, message)) return thrown;
  return new RefusedError(deliveryTexts.notDelivered(runId, message));
}
