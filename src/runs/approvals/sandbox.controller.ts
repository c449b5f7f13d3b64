import { Controller, Get, Injectable, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Transactions } from '../../platform/database/transactions.js';
import { NotFoundError, RefusedError } from '../../platform/errors/office-error.js';
import { WidensRights } from '../../platform/http/widening-rights.js';
import { Operation } from '../../platform/openapi/operation.js';
import { SocketCommand } from '../../platform/socket/socket-command.js';
import { OptionalNullableString, RequiredString } from '../../platform/validation/fields.js';
import type { AllowedSandbox } from '../../protocol/records/approval-parts.js';
import { sandboxTexts } from '../../protocol/texts/sandbox.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { WorkspacesService } from '../../workspaces/workspaces.service.js';
import { AllowedSandboxes } from './allowed-sandboxes.js';

/**
 * Runs and floors whose commands run in a sandbox without asking. Outside `/api/`, whose operations
 * are fixed.
 */
@ApiTags('workspaces')
@Controller('workspaces')
export class SandboxController {
  constructor(
    private readonly allowed: AllowedSandboxes,
    private readonly floors: WorkspacesService,
  ) {}

  @Get(':id/sandbox')
  @Operation({
    summary: 'What people have allowed to run in a sandbox without asking',
    answers: ['AllowedSandbox'],
    refuses: [404],
  })
  async listAllowed(@Param('id') id: string): Promise<readonly AllowedSandbox[]> {
    if ((await this.floors.find(id)) === null) {
      throw new NotFoundError(workspaceTexts.noWorkspace(id));
    }
    return this.allowed.list(id);
  }
}

/** Payload of the `revokeSandbox` command. */
class RevokeSandboxCommand {
  @RequiredString()
  workspaceId!: string;

  /** Null: the permission of the floor itself. */
  @OptionalNullableString()
  runId?: string | null;
}

@Injectable()
export class SandboxCommands {
  constructor(
    private readonly allowed: AllowedSandboxes,
    private readonly transactions: Transactions,
  ) {}

  /** @returns what is still allowed */
  @WidensRights(false)
  @SocketCommand('revokeSandbox')
  revoke({ workspaceId, runId }: RevokeSandboxCommand): Promise<readonly AllowedSandbox[]> {
    return this.transactions.run(async (tx) => {
      const revoked = await this.allowed.revoke(tx, workspaceId, runId);
      if (revoked === 0 && runId !== undefined) {
        throw new RefusedError(sandboxTexts.notAllowed(workspaceId));
      }
      const left = await this.allowed.ofFloor(tx, workspaceId);
      tx.conclude(left);
      return left;
    });
  }
}
