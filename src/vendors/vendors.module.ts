import { Module } from '@nestjs/common';
import { ToolsModule } from '../tools/tools.module.js';
import { DelegationService } from './delegation.service.js';
import { VendorSlots } from './vendor-slots.js';
import { VendorProbes } from './vendor-probes.js';
import { VendorTools } from './vendor-tools.js';
import { VendorsController } from './vendors.controller.js';
import { VendorsService } from './vendors.service.js';

/**
 * Owns external agent harnesses: configuration, states and engagements. The tool registry and
 * approvals belong to other modules.
 */
@Module({
  imports: [ToolsModule],
  controllers: [VendorsController],
  providers: [VendorSlots, VendorProbes, VendorTools, DelegationService, VendorsService],
  exports: [VendorsService],
})
export class VendorsModule {}
