import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/tx.js';
import { FloorGrants } from '../../workspaces/floor-grants.js';
import { AllowedChecks } from './allowed-checks.js';
import { AllowedSandboxes } from './allowed-sandboxes.js';

/** All that people have allowed on floors. */
@Injectable()
export class FloorAllowances extends FloorGrants {
  constructor(
    private readonly checks: AllowedChecks,
    private readonly sandboxes: AllowedSandboxes,
  ) {
    super();
  }

  async forgetFloor(tx: Tx, workspaceId: string): Promise<void> {
    await this.checks.revoke(tx, workspaceId);
    await this.sandboxes.revoke(tx, workspaceId);
  }
}
