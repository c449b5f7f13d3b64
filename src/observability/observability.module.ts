import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { MetricsController } from './metrics/metrics.controller.js';
import { MetricsService } from './metrics/metrics.service.js';
import { TracesService } from './traces/traces.service.js';
import { WorkLog } from './work-log.js';

/**
 * Owns `GET /metrics`, traces, and the log's lines on runs. What is counted, traced and logged is
 * reported through `Observations`.
 */
@Module({})
export class ObservabilityModule {
  /** `imports` must include the module that exports `WorkGauges`. */
  static withWorkFrom(...imports: NonNullable<ModuleMetadata['imports']>): DynamicModule {
    return {
      module: ObservabilityModule,
      imports,
      controllers: [MetricsController],
      providers: [MetricsService, TracesService, WorkLog],
    };
  }
}
