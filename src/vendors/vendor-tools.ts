import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../platform/config/office-config.js';
import type { Role } from '../protocol/records/organisation.js';
import { vendorTexts } from '../protocol/texts/vendors.js';
import { coversRole, parseGrantRoles } from '../tools/grant-roles.js';
import { ToolGrants } from '../tools/tool-grants.js';
import { ToolRegistry } from '../tools/tool-registry.js';
import type { Tool } from '../tools/tool.js';
import type { VendorConfig } from './config/vendor-config.js';
import { DelegationService } from './delegation.service.js';
import { vendorLimits } from './vendor-limits.js';

/** The tools of the harnesses and their grants. */
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
      this.registry.register(delegateTool(vendor, this.delegation));
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

function delegateToolName(vendorId: string): string {
  return `agent__${vendorId}__delegate`;
}

/**
 * The tool that passes a task to one harness. An interrupted engagement is not repeated, because
 * its effect is unknown.
 */
function delegateTool(
  vendor: VendorConfig,
  delegation: Pick<DelegationService, 'delegate' | 'foresee'>,
): Tool {
  const { id, label, operator, description, timeoutMs } = vendor;
  const purpose = vendorTexts.toolDescription(label, operator);
  return {
    name: delegateToolName(id),
    description: description === null ? purpose : `${purpose} ${description}`,
    parameters: {
      type: 'object',
      additionalProperties: false,
      required: ['task'],
      properties: {
        task: { type: 'string', minLength: 1, description: vendorTexts.taskArgument },
        timeoutMs: {
          type: 'integer',
          minimum: vendorLimits.minTimeoutMs,
          maximum: timeoutMs,
          description: vendorTexts.timeoutArgument,
        },
      },
    },
    pluginId: null,
    readOnly: false,
    foresees: (args, context) => delegation.foresee(id, args, context),
    run: (args, context) => delegation.delegate(id, args, context),
  };
}
