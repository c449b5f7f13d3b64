import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule, getConfigToken, registerAs } from '@nestjs/config';
import { ConfigDrift } from './config-drift.js';
import { OfficeConfig } from './office-config.js';
import type { EnvironmentSource } from './read-environment.js';

const namespace = 'office';

/**
 * Owns the configuration of the process: what was read at boot, and whether it has gone stale.
 * Reading is `loadConfig`'s; this module only hands its result to whoever injects `OfficeConfig`.
 */
@Module({})
export class OfficeConfigModule {
  static with(config: OfficeConfig, source: EnvironmentSource): DynamicModule {
    return {
      module: OfficeConfigModule,
      global: true,
      imports: [
        // Our own reader has read `.env` and the process already; nothing here may read it again.
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
