import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { ProbesController } from './probes.controller.js';

/**
 * Owns `GET /api/health` and the probes `/livez` and `/readyz`. What they report belongs to other
 * modules.
 */
@Module({})
export class HealthModule {
  /** `imports` must include the modules that export `HealthCounts` and `ConfigurationWarnings`. */
  static withWorkFrom(...imports: NonNullable<ModuleMetadata['imports']>): DynamicModule {
    return {
      module: HealthModule,
      imports,
      controllers: [HealthController, ProbesController],
      providers: [HealthService],
    };
  }
}
