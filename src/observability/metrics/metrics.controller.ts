import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { MetricsService } from './metrics.service.js';

/** What Prometheus scrapes. It shows money, so it wants the token where one is set. */
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
