import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { MetricsController } from './metrics/metrics.controller.js';
import { MetricsService } from './metrics/metrics.service.js';
import { TracesService } from './traces/traces.service.js';

/**
 * Owns `GET /metrics` and the traces that are sent to a collector. What is counted and traced belongs
 * to others, who tell `Observations`.
 */
@Module({})
export class ObservabilityModule {
  /** `imports` must hold the module that exports `WorkLevels`. */
  static withWorkFrom(...imports: NonNullable<ModuleMetadata['imports']>): DynamicModule {
    return {
      module: ObservabilityModule,
      imports,
      controllers: [MetricsController],
      providers: [MetricsService, TracesService],
    };
  }
}
