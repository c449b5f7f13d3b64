import { Injectable } from '@nestjs/common';
import { SocketCommand } from '../../platform/socket/socket-command.js';
import { WidensRights } from '../../platform/http/widening-rights.js';
import type { Asked, Told } from '../../protocol/command-results.js';
import { DeliverRunCommand, RevertRunCommand } from '../submit/run-commands.dto.js';
import { DeliveryGate } from './delivery-gate.js';
import { RevertService } from './revert.service.js';

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
