import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { OfficeConfig } from '../config/office-config.js';
import { OfficeLogger } from '../logging/office-logger.js';
import { ShapePipe } from '../validation/validate-shape.js';
import { AccessPolicy } from './access-policy.js';
import { OfficeExceptionFilter } from './office-exception.filter.js';
import { WideningRightsGuard } from './widening-rights.js';

/**
 * Owns the shape of HTTP bodies and refusals. `conventions.ts` handles requests before routing;
 * routes belong to the feature modules.
 */
@Module({
  providers: [
    { provide: APP_FILTER, useClass: OfficeExceptionFilter },
    { provide: APP_PIPE, useClass: ShapePipe },
    { provide: APP_GUARD, useClass: WideningRightsGuard },
    {
      provide: AccessPolicy,
      inject: [OfficeConfig, OfficeLogger],
      useFactory: ({ security }: OfficeConfig, logger: OfficeLogger) => {
        const log = logger.scope('http');
        return new AccessPolicy(security, (line) => log.warn(line));
      },
    },
  ],
  exports: [AccessPolicy],
})
export class HttpModule {}
