import { Injectable } from '@nestjs/common';
import { McpService } from '../mcp/mcp.service.js';
import { MemoryProjection } from '../memory/memory-projection.js';
import { PluginsService } from '../plugins/plugins.service.js';
import type { OfficeState } from '../protocol/records/office.js';
import { VendorsService } from '../vendors/vendors.service.js';

/**
 * What extends the employees, as state frames carry it. Each part is the same object until something
 * in it changes.
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
