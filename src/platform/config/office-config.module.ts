import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule, getConfigToken, registerAs } from '@nestjs/config';
import { ConfigDrift } from './config-drift.js';
import { OfficeConfig } from './office-config.js';
import type { EnvironmentSource } from './read-environment.js';

const namespace = 'office';

/**
 * Owns the configuration of the process and the check whether it has gone stale. `loadConfig` reads
 * it; this module makes the result injectable as `OfficeConfig`.
 */
@Module({})
export class OfficeConfigModule {
  static with(config: OfficeConfig, source: EnvironmentSource): DynamicModule {
    return {
      module: OfficeConfigModule,
      global: true,
      imports: [
        // Our own reader has read `.env` and the environment already; Nest must not read them
        // again.
        ConfigModule.forRoot({
          ignoreEnvFile: true,
          validatePredefined: false,
          skipProcessEnv: true,
          load: [registerAs(namespace, () => config)],
        }),
      ],
      providers: [
        {
          provide: OfficeConfig,
          useFactory: (loaded: OfficeConfig) => loaded,
          inject: [getConfigToken(namespace)],
        },
        {
          provide: ConfigDrift,
          useFactory: (loaded: OfficeConfig) => new ConfigDrift(loaded, source),
          inject: [OfficeConfig],
        },
      ],
      exports: [OfficeConfig, ConfigDrift],
    };
  }
}
