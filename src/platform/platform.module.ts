import { Module, type DynamicModule } from '@nestjs/common';
import { Clock, SystemClock } from './clock.js';
import { OfficeConfigModule } from './config/office-config.module.js';
import type { OfficeConfig } from './config/office-config.js';
import { keysFileOf, StoredKeys, withStoredKeys } from './config/stored-keys.js';
import type { EnvironmentSource } from './config/read-environment.js';
import { HttpModule } from './http/http.module.js';
import { Ids, RandomIds } from './ids.js';
import { OfficeLogger, type LogSinks } from './logging/office-logger.js';
import { StartupTasks } from './process/startup-tasks.js';
import { BootReport } from './process/boot-report.js';
import { NetModule } from './net/net.module.js';
import { ProcessModule } from './process/process.module.js';
import { Readiness } from './process/readiness.js';
import { Repeater } from './repeater.js';
import { StateModule } from './state/state.module.js';
import { Observations } from './telemetry/observations.js';

/** Values that exist before the Nest application. */
export interface BootContext {
  readonly config: OfficeConfig;
  readonly keys: StoredKeys;
  readonly source: EnvironmentSource;
  readonly clock: Clock;
  readonly logger: OfficeLogger;
  readonly readiness: Readiness;
}

export function createBootContext(
  loaded: OfficeConfig,
  source: EnvironmentSource,
  sinks?: LogSinks,
): BootContext {
  const keys = new StoredKeys(keysFileOf(loaded));
  const config = withStoredKeys(loaded, keys);
  const clock = new SystemClock();
  const { logFormat: format } = config;
  const level = config.seeds.logLevel;
  const logger = new OfficeLogger({ clock, level, format, sinks, secrets: () => config.secrets });
  return { config, keys, source, clock, logger, readiness: new Readiness() };
}

/**
 * Owns services that every module may use without importing them: configuration, log, clock, ids,
 * the shape of HTTP answers. Database, events and the socket have their own modules.
 */
@Module({})
export class PlatformModule {
  static on({ config, keys, source, clock, logger, readiness }: BootContext): DynamicModule {
    return {
      module: PlatformModule,
      global: true,
      imports: [
        OfficeConfigModule.with(config, source),
        NetModule,
        HttpModule,
        ProcessModule,
        StateModule,
      ],
      providers: [
        { provide: Clock, useValue: clock },
        { provide: StoredKeys, useValue: keys },
        { provide: OfficeLogger, useValue: logger },
        { provide: Readiness, useValue: readiness },
        { provide: Ids, useClass: RandomIds },
        StartupTasks,
        BootReport,
        Observations,
        Repeater,
      ],
      exports: [
        HttpModule,
        ProcessModule,
        StateModule,
        Clock,
        StoredKeys,
        OfficeLogger,
        Readiness,
        Ids,
        StartupTasks,
        BootReport,
        Observations,
        Repeater,
      ],
    };
  }
}
