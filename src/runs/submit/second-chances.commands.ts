import { Injectable } from '@nestjs/common';
import { SocketCommand } from '../../platform/socket/socket-command.js';
import { WidensRights } from '../../platform/http/widening-rights.js';
import { OptionalObject, OptionalString } from '../../platform/validation/fields.js';
import type { Run } from '../../protocol/records/work.js';
import { RunCommand } from './run-commands.dto.js';
import { RetryService } from './retry.service.js';
import { SteeringService } from './steering.service.js';

/** Payload of the `retryRun` command. */
class RetryRunCommand extends RunCommand {
  @OptionalString()
  stage?: string;
}

/** Payload of the `steerRun` command. */
class SteerRunCommand extends RunCommand {
  @OptionalString()
  text?: string;

  @OptionalObject()
  plan?: Record<string, unknown>;
}

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
