import { Injectable } from '@nestjs/common';
import { McpService } from '../mcp/mcp.service.js';
import { MemoryProjection } from '../memory/memory-projection.js';
import { PluginsService } from '../plugins/plugins.service.js';
import type { OfficeState } from '../protocol/records/office.js';
import { VendorsService } from '../vendors/vendors.service.js';

/**
 * Plugins, MCP servers and harnesses in the form of state frames. Each part is the same object
 * until a change.
 */
@Injectable()
export class ExtensionStates {
  constructor(
    private readonly plugins: PluginsService,
    private readonly mcp: McpService,
    private readonly memory: MemoryProjection,
    private readonly vendors: VendorsService,
  ) {}

  current(): Pick<OfficeState, 'plugins' | 'mcp' | 'memory' | 'vendorBay'> {
    return {
      plugins: this.plugins.state(),
      mcp: this.mcp.state(),
      memory: this.memory.current(),
      vendorBay: this.vendors.state(),
    };
  }
}
