import { Injectable } from '@nestjs/common';
import { RefusedError } from '../../platform/errors/office-error.js';
import { SocketCommand } from '../../platform/socket/socket-command.js';
import { WidensRights } from '../../platform/http/widening-rights.js';
import { OptionalChoice, OptionalFlag, OptionalString } from '../../platform/validation/fields.js';
import type { Asked, Told } from '../../protocol/command-results.js';
import { worktreeTexts } from '../../protocol/texts/worktrees.js';
import { RunCommand } from '../submit/run-commands.dto.js';
import { DeliveryGate } from './delivery-gate.js';
import { PatchDelivery } from './patch-delivery.js';
import { RevertService } from './revert.service.js';
import { WorktreeEnds } from './worktrees/worktree-ends.js';
import { WorktreeMerges } from './worktrees/worktree-merges.js';

/** Payload of the `revertRun` command. */
class RevertRunCommand extends RunCommand {
  @OptionalString()
  turnId?: string;
}

const targets = ['workspace'] as const;

/** Payload of the `deliverRun` command: one of the three ways. */
class DeliverRunCommand extends RunCommand {
  @OptionalString()
  branch?: string;

  @OptionalChoice(targets)
  into?: (typeof targets)[number];

  @OptionalFlag()
  patch?: boolean;
}

/** Socket commands that revert, deliver or discard a run's changes. */
@Injectable()
export class SnapshotsCommands {
  constructor(
    private readonly reverts: RevertService,
    private readonly deliveries: DeliveryGate,
    private readonly patches: PatchDelivery,
    private readonly merges: WorktreeMerges,
    private readonly ends: WorktreeEnds,
  ) {}

  @WidensRights(false)
  @SocketCommand('revertRun')
  revertRun({ runId, turnId }: RevertRunCommand): Promise<Told> {
    return this.reverts.revert(runId, turnId);
  }

  @WidensRights(true)
  @SocketCommand('deliverRun')
  async deliverRun({ runId, branch, into, patch }: DeliverRunCommand): Promise<Told | Asked> {
    const given = [branch, into, patch === true ? patch : undefined];
    if (given.filter((way) => way !== undefined).length !== 1) {
      throw new RefusedError(worktreeTexts.noWay);
    }
    if (branch !== undefined) return this.deliveries.deliver(runId, branch);
    return into === undefined ? this.patches.deliver(runId) : this.merges.merge(runId);
  }

  @WidensRights(false)
  @SocketCommand('discardRun')
  discardRun({ runId }: RunCommand): Promise<Told> {
    return this.ends.discard(runId);
  }
}
