import { Module, type OnModuleInit } from '@nestjs/common';
import { BootReport } from '../platform/process/boot-report.js';
import { catalogueTexts } from '../protocol/texts.js';
import { CatalogueRevision } from './catalogue-revision.js';
import { PooledQuality } from './benchmarks/pooled-quality.js';
import { ModelCatalogue } from './catalogue/model-catalogue.js';
import { ModelDiscovery } from './discovery/model-discovery.js';
import { FailoverCaller } from './failover-caller.js';
import { EndpointHealth } from './health/endpoint-health.js';
import { LearnedQuality } from './learned/learned-quality.js';
import { ModelCaller } from './model-call.js';
import { ModelContributions } from './model-contributions.js';
import { ModelLookupsService } from './model-lookups.service.js';
import { ModelSettings } from './model-settings.js';
import { ModelsController } from './models.controller.js';
import { ModelsService } from './models.service.js';
import { ProviderRegistry } from './providers/provider-registry.js';

/**
 * Owns the model catalogue, the vendors, routing and the calls to models. It does not own who
 * decides about models (settings), what plugins bring, or what a turn does with an answer.
 */
@Module({
  controllers: [ModelsController],
  providers: [
    CatalogueRevision,
    ModelSettings,
    ModelContributions,
    ProviderRegistry,
    ModelDiscovery,
    LearnedQuality,
    PooledQuality,
    EndpointHealth,
    ModelCatalogue,
    ModelsService,
    ModelLookupsService,
    {
      provide: ModelCaller,
      useFactory: (models: ModelsService) => new FailoverCaller(models),
      inject: [ModelsService],
    },
  ],
  exports: [ModelsService, ModelCaller, ModelSettings, ModelContributions, LearnedQuality],
})
export class ModelsModule implements OnModuleInit {
  constructor(
    private readonly catalogue: ModelCatalogue,
    private readonly report: BootReport,
  ) {}

  onModuleInit(): void {
    const { catalogue } = this;
    this.report.tell('models', () =>
      catalogueTexts.size(catalogue.all().length, catalogue.routable().length),
    );
  }
}
