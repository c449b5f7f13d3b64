import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../platform/openapi/operation.js';
import { WidensRights } from '../platform/http/widening-rights.js';
import type { VendorBay } from '../protocol/records/vendors.js';
import { VendorsService } from './vendors.service.js';

@ApiTags('vendors')
@Controller('api/vendors')
export class VendorsController {
  constructor(private readonly vendors: VendorsService) {}

  @WidensRights(false)
  @Post('refresh')
  @Operation({
    summary: 'Ask every harness that is not at work for its version again',
    answers: 'VendorBay',
  })
  refresh(): Promise<VendorBay> {
    return this.vendors.refresh();
  }
}
