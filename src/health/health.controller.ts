import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Health } from '../protocol/records/office.js';
import { Operation } from '../platform/openapi/operation.js';
import { HealthService } from './health.service.js';

@ApiTags('health')
@Controller('api/health')
export class HealthController {
  constructor(private readonly service: HealthService) {}

  @Get()
  @Operation({
    summary: 'How the service is: mode, configuration, store, work in hand',
    answers: 'Health',
  })
  read(): Health {
    return this.service.current();
  }
}
