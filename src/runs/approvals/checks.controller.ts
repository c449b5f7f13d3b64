import { Controller, Get, Injectable, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Transactions } from '../../platform/database/transactions.js';
import { NotFoundError, RefusedError } from '../../platform/errors/office-error.js';
import { Operation } from '../../platform/openapi/operation.js';
import { SocketCommand } from '../../platform/socket/socket-command.js';
import { OptionalString, RequiredString } from '../../platform/validation/fields.js';
import { WidensRights } from '../../platform/http/widening-rights.js';
import type { AllowedCheck } from '../../protocol/records/approval-parts.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { WorkspacesService } from '../../workspaces/workspaces.service.js';
import { AllowedChecks } from './allowed-checks.js';

/** The checks that run on a floor without asking. Outside `/api/`, whose operations are fixed. */
@ApiTags('workspaces')
@Controller('workspaces')
export class ChecksController {
  constructor(
    private readonly checks: AllowedChecks,
    private readonly floors: WorkspacesService,
  ) {}

  @Get(':id/checks')
  @Operation({
    summary: 'The checks that people have allowed on a floor',
    answers: ['AllowedCheck'],
    refuses: [404],
  })
  async listChecks(@Param('id') id: string): Promise<readonly AllowedCheck[]> {
    if ((await this.floors.find(id)) === null) {
      throw new NotFoundError(workspaceTexts.noWorkspace(id));
    }
    return this.checks.list(id);
  }
}

/** Payload of the `revokeChecks` command. */
class RevokeChecksCommand {
  @RequiredString()
  workspaceId!: string;

  @OptionalString()
  command?: string;
}

@Injectable()
export class ChecksCommands {
  constructor(
    private readonly checks: AllowedChecks,
    private readonly transactions: Transactions,
  ) {}

  /** @returns what is still allowed */
  @WidensRights(false)
  @SocketCommand('revokeChecks')
  revoke({ workspaceId, command }: RevokeChecksCommand): Promise<readonly AllowedCheck[]> {
    return this.transactions.run(async (tx) => {
      const revoked = await this.checks.revoke(tx, workspaceId, command);
      if (revoked === 0 && command !== undefined) {
        throw new RefusedError(workspaceTexts.noAllowedCheck(workspaceId, command));
      }
      const left = await this.checks.ofFloor(tx, workspaceId);
      tx.conclude(left);
      return left;
    });
  }
}
