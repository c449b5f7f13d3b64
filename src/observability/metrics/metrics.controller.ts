import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { MetricsService } from './metrics.service.js';

/** For Prometheus. Requires the token, if one is set, because it shows money. */
@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(private readonly service: MetricsService) {}

  @Get()
  async read(@Res() response: Response): Promise<void> {
    const { text, contentType } = await this.service.scrape();
    response.set('content-type', contentType).send(text);
  }
}
