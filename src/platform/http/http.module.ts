import { Module } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { ShapePipe } from '../validation/validate-shape.js';
import { OfficeExceptionFilter } from './office-exception.filter.js';

/**
 * Owns the shape of HTTP bodies and refusals. `conventions.ts` handles requests before routing;
 * routes belong to the feature modules.
 */
@Module({
  providers: [
    { provide: APP_FILTER, useClass: OfficeExceptionFilter },
    { provide: APP_PIPE, useClass: ShapePipe },
  ],
})
export class HttpModule {}
