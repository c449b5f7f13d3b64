import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { ProbesController } from './probes.controller.js';

/**
 * Owns `GET /api/health` and the probes `/livez` and `/readyz`. What it reports belongs to others:
 * configuration and store to the platform, the work in hand to the runs.
 */
@Module({})
export class HealthModule {
  /** `imports` must hold the modules that export `WorkCounts` and `ConfigurationWarnings`. */
  static withWorkFrom(...imports: NonNullable<ModuleMetadata['imports']>): DynamicModule {
    return {
      module: HealthModule,
      imports,
      controllers: [HealthController, ProbesController],
      providers: [HealthService],
    };
  }
}
