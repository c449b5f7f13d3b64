import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../platform/config/office-config.js';
import type { Role } from '../protocol/records/organisation.js';
import { coversRole, parseGrantRoles } from '../tools/grant-roles.js';
import { ToolGrants } from '../tools/tool-grants.js';
import { ToolRegistry } from '../tools/tool-registry.js';
import type { VendorConfig } from './config/vendor-config.js';
import { delegateTool, delegateToolName } from './delegation/delegate-tool.js';
import { DelegationService } from './delegation.service.js';

/** The tools of the harnesses, and who has them. */
@Injectable()
export class VendorTools {
  /** In the form of states. */
  readonly grantRoles: readonly string[];
  private readonly requireCanDelegate: boolean;

  constructor(
    config: OfficeConfig,
    private readonly delegation: DelegationService,
    private readonly registry: ToolRegistry,
    private readonly grants: ToolGrants,
  ) {
    this.grantRoles = parseGrantRoles(config.vendors.grantRoles);
    this.requireCanDelegate = config.vendors.requireCanDelegate;
  }

  /** Registers the tools of all harnesses, whatever their state, and grants them dynamically. */
  publish(vendors: readonly VendorConfig[]): void {
    for (const vendor of vendors) {
      this.registry.register(
        delegateTool(vendor, (id, args, context) => this.delegation.delegate(id, args, context)),
      );
    }
    const names = vendors.map(({ id }) => delegateToolName(id));
    this.grants.addOverlay((role) => (this.covers(role) ? names : []));
  }

  /** Two conditions: the role may delegate, and the operator named it. */
  private covers(role: Role): boolean {
    if (this.requireCanDelegate && !role.canDelegate) return false;
    return coversRole(this.grantRoles, role, (entry) => entry === 'delegate-roles');
  }
}
