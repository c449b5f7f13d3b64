import { Injectable } from '@nestjs/common';
import { SocketCommand } from '../../platform/socket/socket-command.js';
import { WidensRights } from '../../platform/http/widening-rights.js';
import type { Run } from '../../protocol/records/work.js';
import { RetryRunCommand, SteerRunCommand } from './run-commands.dto.js';
import { RetryService } from './retry.service.js';
import { SteeringService } from './steering.service.js';

/** Socket commands that retry a run, and that steer one at work. */
@Injectable()
export class SecondChancesCommands {
  constructor(
    private readonly retries: RetryService,
    private readonly steering: SteeringService,
  ) {}

  @WidensRights(false)
  @SocketCommand('retryRun')
  retry({ runId, stage }: RetryRunCommand): Promise<Run> {
    return this.retries.retry(runId, stage);
  }

  @WidensRights(false)
  @SocketCommand('steerRun')
  steer({ runId, ...given }: SteerRunCommand): Promise<Run> {
    return this.steering.steer(runId, given);
  }
}
