import { Module } from '@nestjs/common';
import { ToolsModule } from '../tools/tools.module.js';
import { DelegationService } from './delegation.service.js';
import { VendorSlots } from './vendor-slots.js';
import { VendorProbes } from './vendor-probes.js';
import { VendorTools } from './vendor-tools.js';
import { VendorsController } from './vendors.controller.js';
import { VendorsService } from './vendors.service.js';

/**
 * Owns the external agent harnesses: their configuration, their states, and engagements with them.
 * It does not own the tools' registry, nor the approvals it asks for through a tool's context.
 */
@Module({
  imports: [ToolsModule],
  controllers: [VendorsController],
  providers: [VendorSlots, VendorProbes, VendorTools, DelegationService, VendorsService],
  exports: [VendorsService],
})
export class VendorsModule {}
