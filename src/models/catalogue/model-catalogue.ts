import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import type { ScopedLogger } from '../../platform/logging/office-logger.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import { providerTexts } from '../../protocol/texts.js';
import { PooledQuality } from '../benchmarks/pooled-quality.js';
import { CatalogueRevision } from '../catalogue-revision.js';
import { ModelDiscovery } from '../discovery/model-discovery.js';
import { LearnedQuality } from '../learned/learned-quality.js';
import { ModelContributions } from '../model-contributions.js';
import { ModelSettings } from '../model-settings.js';
import { ProviderRegistry } from '../providers/provider-registry.js';
import { assembleCatalogue, orphanedModels } from './assemble-catalogue.js';
import type { CatalogueParts } from './assemble-catalogue.js';
import { curatedCatalogue } from './curated-catalogue.js';
import { modelKey } from './model-key.js';
import { projectModel } from './project-model.js';

interface CatalogueView {
  readonly revision: number;
  readonly all: readonly ModelSpec[];
  readonly projected: readonly ModelSpec[];
  readonly routable: readonly ModelSpec[];
  readonly routableByKey: ReadonlyMap<string, ModelSpec>;
}

/**
 * The models as they stand now. Assembled when something changed and asked for, then kept: until
 * the next change every call returns the very same arrays.
 */
@Injectable()
export class ModelCatalogue {
  private view: CatalogueView | null = null;
  private orphansNamed = '';
  private readonly logger: ScopedLogger;

  constructor(
    private readonly config: OfficeConfig,
    private readonly registry: ProviderRegistry,
    private readonly contributions: ModelContributions,
    private readonly settings: ModelSettings,
    private readonly discovery: ModelDiscovery,
    private readonly learned: LearnedQuality,
    private readonly pooled: PooledQuality,
    private readonly revision: CatalogueRevision,
    logger: OfficeLogger,
  ) {
    this.logger = logger.scope('models');
  }

  /** Whole specs, models that are switched off included. */
  all(): readonly ModelSpec[] {
    return this.current().all;
  }

  /** As `all`, in the form of state frames. */
  projected(): readonly ModelSpec[] {
    return this.current().projected;
  }

  /** Switched on, and in live mode of a configured vendor. */
  routable(): readonly ModelSpec[] {
    return this.current().routable;
  }

  routableModel(providerId: string, modelId: string): ModelSpec | undefined {
    return this.current().routableByKey.get(modelKey(providerId, modelId));
  }

  private current(): CatalogueView {
    if (this.view?.revision !== this.revision.current) this.view = this.assemble();
    return this.view;
  }

  private assemble(): CatalogueView {
    const parts = this.parts();
    this.nameOrphans(parts);
    const all = assembleCatalogue(parts);
    const routable = all.filter((model) => model.disabled !== true && this.isServed(model));
    return {
      revision: this.revision.current,
      all,
      projected: all.map(projectModel),
      routable,
      routableByKey: new Map(
        routable.map((model) => [modelKey(model.providerId, model.id), model]),
      ),
    };
  }

  private parts(): CatalogueParts {
    return {
      providerIds: this.registry.all().map(({ id }) => id),
      modelsOf: (providerId) => this.modelsOf(providerId),
      pluginModels: this.contributions.models(),
      decisions: this.settings.current(),
      opinionsOf: (model) =>
        [this.learned.opinionOn(model), this.pooled.opinionOn(model)].filter(
          (opinion) => opinion !== null,
        ),
    };
  }

  private modelsOf(providerId: string): readonly ModelSpec[] {
    const provider = this.registry.find(providerId);
    const listed = provider === undefined ? null : this.discovery.modelsOf(provider);
    return listed ?? curatedCatalogue.filter((model) => model.providerId === providerId);
  }

  private isServed(model: ModelSpec): boolean {
    if (this.config.llm.mode === 'mock') return true;
    return this.registry.find(model.providerId)?.configured ?? false;
  }

  /** One warning for each set of models that cannot be listed. */
  private nameOrphans(parts: CatalogueParts): void {
    const names = orphanedModels(parts).map(({ providerId, id }) => modelKey(providerId, id));
    const named = names.join(', ');
    if (named !== '' && named !== this.orphansNamed) {
      this.logger.warn(providerTexts.orphanedModels(names));
    }
    this.orphansNamed = named;
  }
}
