import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/tx.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeError, RefusedError } from '../../platform/errors/office-error.js';
import { ChildEnvironments } from '../../platform/process/child-environments.js';
import { deliveryTexts } from '../../protocol/texts/delivery.js';
import type { TurnRecord } from '../../protocol/records/work.js';
import { findRepository } from '../../tools/git/find-repository.js';
import { findRole } from '../../workspaces/people/change-role.js';
import { WorkspacesService } from '../../workspaces/workspaces.service.js';
import { type DeliveryOrder, PreparedBranch } from './delivery-branch.js';
import { byPerson } from '../history/deeds.js';
import { RunsRepository } from '../history/runs.repository.js';
import { EndedRuns, type EndedRun } from './ended-runs.js';
import { SnapshotsService } from './snapshots.service.js';

/** The branch of the commits, and their messages. */
export type WantedBranch = Pick<
  DeliveryOrder,
  'branch' | 'message' | 'askedBy' | 'isPushed' | 'isNameless'
>;

/** A checked delivery, until it is disposed of. */
export interface PreparedDelivery extends AsyncDisposable {
  readonly firstTurn: TurnRecord;
  readonly order: DeliveryOrder;
  readonly commits: PreparedBranch;
}

interface RecordedBranch {
  readonly kind?: 'branch' | 'request';
  readonly branch: string;
  /** Name of the person who asked for it. */
  readonly by?: string | undefined;
}

/** Makes branches from runs' changes: one commit per turn, in the employees' names. */
@Injectable()
export class DeliveryService {
  constructor(
    private readonly endedRuns: EndedRuns,
    private readonly snapshots: SnapshotsService,
    private readonly workspaces: WorkspacesService,
    private readonly environments: ChildEnvironments,
    private readonly runs: RunsRepository,
    private readonly clock: Clock,
  ) {}

  /** True if the run's files are here, which a delivery needs. */
  isPossibleHere(runId: string): Promise<boolean> {
    return this.endedRuns.areHere(runId);
  }

  /**
   * Prepares everything except the branch; the user's repository stays unchanged.
   * @throws NotFoundError if there is no such run
   * @throws RefusedError if it cannot be delivered
   */
  async prepare(runId: string, wanted: WantedBranch): Promise<PreparedDelivery> {
    const changes = await this.endedRuns.find(runId);
    const firstTurn = [...changes.turns, ...changes.earlier].find(({ diff }) => diff !== undefined);
    if (firstTurn === undefined) throw new RefusedError(deliveryTexts.nothingToDeliver(runId));
    try {
      const order = await this.orderOf(changes, wanted);
      const commits = await PreparedBranch.prepare(order);
      const dispose = (): Promise<void> => commits[Symbol.asyncDispose]();
      return { firstTurn, order, commits, [Symbol.asyncDispose]: dispose };
    } catch (thrown) {
      throw refusalOf(runId, thrown);
    }
  }

  /** @throws RefusedError if it can no longer be delivered @returns the result, for people */
  async publish({ order, commits }: PreparedDelivery): Promise<string> {
    try {
      await commits.publish();
    } catch (thrown) {
      throw refusalOf(order.changes.run.id, thrown);
    }
    const { id } = order.changes.run;
    return deliveryTexts.delivered(id, order.branch, commits.subjects.length, commits.tip);
  }

  /** Stores that a branch was made, or is given to a forge. */
  record(tx: Tx, runId: string, { kind = 'branch', branch, by }: RecordedBranch): Promise<void> {
    const at = this.clock.now();
    return this.runs.addDeed(tx, runId, { kind, at, ...byPerson(by), branch });
  }

  private async orderOf(changes: EndedRun, wanted: WantedBranch): Promise<DeliveryOrder> {
    const { run } = changes;
    const inherited = this.environments.inherited();
    const shadow = await this.snapshots.repositoryOf(run.workspacePath);
    const { workspace } = shadow.place;
    const { signal } = new AbortController();
    const repository = await findRepository(workspace, inherited, signal);
    if (repository === null) throw new RefusedError(deliveryTexts.noRepository(run.id));
    const floor = await this.workspaces.find(run.workspaceId);
    const nameOf = (roleId: string): string => findRole(floor, roleId)?.displayName ?? roleId;
    return { changes, ...wanted, repository, shadow, nameOf, inherited };
  }
}

/** Makes every refusal name the run, by which clients match it. */
function refusalOf(runId: string, thrown: unknown): OfficeError {
  const message = messageOf(thrown);
  if (thrown instanceof OfficeError && deliveryTexts.isAbout(runId, message)) return thrown;
  return new RefusedError(deliveryTexts.notDelivered(runId, message));
}
