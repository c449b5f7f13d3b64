import { Injectable } from '@nestjs/common';
import { SocketCommand } from '../../platform/socket/socket-command.js';
import { WidensRights } from '../../platform/http/widening-rights.js';
import { OptionalString, RequiredString } from '../../platform/validation/fields.js';
import type { Asked, Told } from '../../protocol/command-results.js';
import { RunCommand } from '../submit/run-commands.dto.js';
import { DeliveryGate } from './delivery-gate.js';
import { RevertService } from './revert.service.js';

/** Payload of the `revertRun` command. */
class RevertRunCommand extends RunCommand {
  @OptionalString()
  turnId?: string;
}

/** Payload of the `deliverRun` command. */
class DeliverRunCommand extends RunCommand {
  @RequiredString()
  branch!: string;
}

/** Socket commands that revert or deliver a run's changes. */
@Injectable()
export class SnapshotsCommands {
  constructor(
    private readonly reverts: RevertService,
    private readonly deliveries: DeliveryGate,
  ) {}

  @WidensRights(false)
  @SocketCommand('revertRun')
  revertRun({ runId, turnId }: RevertRunCommand): Promise<Told> {
    return this.reverts.revert(runId, turnId);
  }

  @WidensRights(true)
  @SocketCommand('deliverRun')
  deliverRun({ runId, branch }: DeliverRunCommand): Promise<Told | Asked> {
    return this.deliveries.deliver(runId, branch);
  }
}
