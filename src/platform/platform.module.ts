import { Module, type DynamicModule } from '@nestjs/common';
import { Clock, SystemClock } from './clock.js';
import { OfficeConfigModule } from './config/office-config.module.js';
import type { OfficeConfig } from './config/office-config.js';
import type { EnvironmentSource } from './config/read-environment.js';
import { HttpModule } from './http/http.module.js';
import { Ids, RandomIds } from './ids.js';
import { OfficeLogger, type LogSinks } from './logging/office-logger.js';
import { AfterListening } from './process/after-listening.js';
import { BootReport } from './process/boot-report.js';
import { ProcessModule } from './process/process.module.js';
import { StateModule } from './state/state.module.js';

/** What exists before the application does, since making the application needs it. */
export interface Foundations {
  readonly config: OfficeConfig;
  readonly source: EnvironmentSource;
  readonly clock: Clock;
  readonly logger: OfficeLogger;
}

export function layFoundations(
  config: OfficeConfig,
  source: EnvironmentSource,
  sinks?: LogSinks,
): Foundations {
  const clock = new SystemClock();
  const { secrets } = config;
  const level = config.seeds.logLevel;
  return { config, source, clock, logger: new OfficeLogger({ clock, level, sinks, secrets }) };
}

/**
 * Owns what every module may use and none has to import: configuration, log, clock, ids, the shape
 * of HTTP answers. Database, events and the socket are modules of their own.
 */
@Module({})
export class PlatformModule {
  static on({ config, source, clock, logger }: Foundations): DynamicModule {
    return {
      module: PlatformModule,
      global: true,
      imports: [OfficeConfigModule.with(config, source), HttpModule, ProcessModule, StateModule],
      providers: [
        { provide: Clock, useValue: clock },
        { provide: OfficeLogger, useValue: logger },
        { provide: Ids, useClass: RandomIds },
        AfterListening,
        BootReport,
      ],
      exports: [ProcessModule, StateModule, Clock, OfficeLogger, Ids, AfterListening, BootReport],
    };
  }
}
