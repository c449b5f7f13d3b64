import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../platform/openapi/operation.js';
import type { OfficeState } from '../protocol/records/office.js';
import { OfficeStateService } from './office-state.service.js';

@ApiTags('office')
@Controller('api/state')
export class OfficeController {
  constructor(private readonly state: OfficeStateService) {}

  @Get()
  @Operation({ summary: 'The whole state, as sockets are greeted with it', answers: 'OfficeState' })
  read(): OfficeState {
    return this.state.current();
  }
}
