import { Module } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { ShapePipe } from '../validation/validate-shape.js';
import { OfficeExceptionFilter } from './office-exception.filter.js';

/**
 * Owns how HTTP looks from outside: the shape of bodies and of refusals. What comes before routing
 * stands in `conventions.ts`; the routes are the feature modules'.
 */
@Module({
  providers: [
    { provide: APP_FILTER, useClass: OfficeExceptionFilter },
    { provide: APP_PIPE, useClass: ShapePipe },
  ],
})
export class HttpModule {}
