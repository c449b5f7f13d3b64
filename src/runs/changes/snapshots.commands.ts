import { Injectable } from '@nestjs/common';
import { RefusedError } from '../../platform/errors/office-error.js';
import { SocketCommand } from '../../platform/socket/socket-command.js';
import { nameOfActor } from '../../platform/actors/actors.js';
import { WidensRights } from '../../platform/http/widening-rights.js';
import { OptionalChoice, OptionalFlag, OptionalString } from '../../platform/validation/fields.js';
import type { Asked, Told } from '../../protocol/command-results.js';
import { deliveryTexts } from '../../protocol/texts/delivery.js';
import { worktreeTexts } from '../../protocol/texts/worktrees.js';
import { RunCommand } from '../submit/run-commands.dto.js';
import { checkedMessage } from './commit-messages.js';
import { DeliveryGate } from './delivery-gate.js';
import { PatchDelivery } from './patch-delivery.js';
import { RevertService } from './revert.service.js';
import { WorktreeEnds } from './worktrees/worktree-ends.js';
import { WorktreeMerges } from './worktrees/worktree-merges.js';

/** Payload of the `revertRun` command. */
class RevertRunCommand extends RunCommand {
  @OptionalString()
  turnId?: string;

  @OptionalFlag()
  redo?: boolean;

  @OptionalString()
  by?: string;
}

/** Payload of the `discardRun` command. */
class DiscardRunCommand extends RunCommand {
  @OptionalString()
  by?: string;
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

  @OptionalString()
  message?: string;

  @OptionalString()
  by?: string;
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
  async revertRun({ runId, turnId, redo = false, ...said }: RevertRunCommand): Promise<Told> {
    const by = nameOfActor(said.by);
    if (!redo) return this.reverts.revert(runId, { turnId, by });
    if (turnId !== undefined) throw new RefusedError(deliveryTexts.redoOfTurn);
    return this.reverts.redo(runId, { by });
  }

  @WidensRights(true)
  @SocketCommand('deliverRun')
  async deliverRun(command: DeliverRunCommand): Promise<Told | Asked> {
    const { runId, branch, into, patch } = command;
    const by = nameOfActor(command.by);
    const given = [branch, into, patch === true ? patch : undefined];
    if (given.filter((way) => way !== undefined).length !== 1) {
      throw new RefusedError(worktreeTexts.noWay);
    }
    const message = messageIn(command);
    if (branch !== undefined) return this.deliveries.deliver(runId, { branch, message, by });
    return into === undefined ? this.patches.deliver(runId, by) : this.merges.merge(runId, by);
  }

  @WidensRights(false)
  @SocketCommand('discardRun')
  discardRun({ runId, by }: DiscardRunCommand): Promise<Told> {
    return this.ends.discard(runId, nameOfActor(by));
  }
}

/** The message of the one commit; null: none is given. @throws RefusedError */
function messageIn({ message, branch }: DeliverRunCommand): string | null {
  if (message === undefined) return null;
  if (branch === undefined) throw new RefusedError(deliveryTexts.messageWithoutBranch);
  return checkedMessage(message);
}
