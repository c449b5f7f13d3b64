import { Module, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../platform/clock.js';
import { BootReport } from '../platform/process/boot-report.js';
import { Observations } from '../platform/telemetry/observations.js';
import { catalogueTexts } from '../protocol/texts/models.js';
import { DataAge } from './catalogue/data-age.js';
import { CatalogueRevision } from './catalogue/catalogue-revision.js';
import { PooledQuality } from './signals/benchmarks/pooled-quality.js';
import { ModelCatalogue } from './catalogue/model-catalogue.js';
import { ModelDiscovery } from './catalogue/discovery/model-discovery.js';
import { FailoverCaller } from './gateway/failover-caller.js';
import { EndpointHealth } from './signals/health/endpoint-health.js';
import { LearnedQuality } from './signals/learned/learned-quality.js';
import { ModelCaller } from './gateway/model-call.js';
import { RouteAttempts } from './gateway/route-attempts.js';
import { SharedRateLimits } from './gateway/shared-rate-limits.js';
import { ModelContributions } from './catalogue/model-contributions.js';
import { BackgroundLookups } from './background-lookups.js';
import { CallLessons } from './call-lessons.js';
import {
  ProviderKeysCommands,
  ProviderKeysController,
} from './provider-keys/provider-keys.commands.js';
import { ProviderKeysService } from './provider-keys/provider-keys.service.js';
import { ProviderProbes } from './provider-probes.js';
import { KeyRefusals } from './signals/availability/key-refusals.js';
import { ProviderAvailability } from './signals/availability/provider-availability.js';
import { CapabilityFindings } from './signals/learned/capability-findings.js';
import { CapabilityProjection } from './signals/learned/capability-projection.js';
import { CallObserver } from './providers/call-observer.js';
import { CatalogueInputs } from './catalogue/catalogue-inputs.js';
import { ModelListsService } from './model-lists.service.js';
import { MeasurementsService } from './measurements.service.js';
import { ModelRouter } from './model-router.js';
import { ProviderStatuses } from './provider-statuses.js';
import { ModelSettings } from './catalogue/model-settings.js';
import { ModelsController } from './models.controller.js';
import { ModelsService } from './models.service.js';
import { LearnedRatios } from './tokens/learned-ratios.js';
import { TokenEstimates } from './tokens/token-estimates.js';
import { ProviderRegistry } from './providers/provider-registry.js';

/**
 * Owns the model catalogue, providers, routing and calls to models. Decisions about models belong
 * to settings, contributions to plugins, and the use of answers to turns.
 */
@Module({
  controllers: [ModelsController, ProviderKeysController],
  providers: [
    CatalogueRevision,
    ModelSettings,
    ModelContributions,
    ProviderAvailability,
    KeyRefusals,
    CapabilityFindings,
    CapabilityProjection,
    CallLessons,
    { provide: CallObserver, useExisting: CallLessons },
    LearnedRatios,
    TokenEstimates,
    ProviderRegistry,
    ModelDiscovery,
    LearnedQuality,
    PooledQuality,
    EndpointHealth,
    CatalogueInputs,
    ModelCatalogue,
    ModelRouter,
    ProviderStatuses,
    ModelsService,
    ModelListsService,
    MeasurementsService,
    BackgroundLookups,
    ProviderProbes,
    ProviderKeysService,
    ProviderKeysCommands,
    DataAge,
    SharedRateLimits,
    {
      provide: ModelCaller,
      useFactory: (
        models: ModelsService,
        clock: Clock,
        { gates }: SharedRateLimits,
        observations: Observations,
      ) => {
        const attempts = new RouteAttempts(gates, clock, Math.random, observations);
        return new FailoverCaller(models, attempts, observations);
      },
      inject: [ModelsService, Clock, SharedRateLimits, Observations],
    },
  ],
  exports: [
    ModelsService,
    ModelCaller,
    TokenEstimates,
    ModelSettings,
    ModelContributions,
    LearnedQuality,
  ],
})
export class ModelsModule implements OnModuleInit {
  constructor(
    private readonly catalogue: ModelCatalogue,
    private readonly report: BootReport,
  ) {}

  onModuleInit(): void {
    const { catalogue } = this;
    this.report.add('models', () =>
      catalogueTexts.size(catalogue.all().length, catalogue.routable().length),
    );
  }
}
