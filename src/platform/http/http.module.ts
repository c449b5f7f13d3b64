import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { OfficeConfig } from '../config/office-config.js';
import { OfficeLogger } from '../logging/office-logger.js';
import { ShapePipe } from '../validation/validate-shape.js';
import { Clock } from '../clock.js';
import { Actors, TokenSource } from '../actors/actors.js';
import { TokenEnds } from '../actors/token-ends.js';
import { AuditInterceptor } from './audit.interceptor.js';
import { AccessPolicy } from './access-policy.js';
import { OpenAnswers } from './open-answers.js';
import { OfficeExceptionFilter } from './office-exception.filter.js';
import { OwnAddress } from './own-address.js';
import { RightsGuard } from './rights.guard.js';
import { WideningRightsGuard } from './widening-rights.js';

/**
 * Owns the shape of HTTP bodies and refusals. `conventions.ts` handles requests before routing;
 * routes belong to the feature modules.
 */
@Module({
  providers: [
    { provide: APP_FILTER, useClass: OfficeExceptionFilter },
    { provide: APP_PIPE, useClass: ShapePipe },
    {
      provide: Actors,
      inject: [OfficeConfig, Clock, { token: TokenSource, optional: true }],
      useFactory: ({ security }: OfficeConfig, clock: Clock, tokens?: TokenSource) =>
        new Actors(security, clock, tokens),
    },
    TokenEnds,
    OpenAnswers,
    OwnAddress,
    { provide: APP_GUARD, useClass: RightsGuard },
    { provide: APP_INTERCEPTOR, useClass: AuditInterceptor },
    { provide: APP_GUARD, useClass: WideningRightsGuard },
    {
      provide: AccessPolicy,
      inject: [OfficeConfig, Actors, OfficeLogger],
      useFactory: ({ security }: OfficeConfig, actors: Actors, logger: OfficeLogger) => {
        const log = logger.scope('http');
        return new AccessPolicy(security, actors, (line) => log.warn(line));
      },
    },
  ],
  exports: [AccessPolicy, Actors, OpenAnswers, OwnAddress, TokenEnds],
})
export class HttpModule {}
