import { Injectable } from '@nestjs/common';
import type { ModelSpec } from '../../protocol/records/models.js';
import { PooledQuality } from '../signals/benchmarks/pooled-quality.js';
import { CapabilityFindings } from '../signals/learned/capability-findings.js';
import { LearnedQuality } from '../signals/learned/learned-quality.js';
import { ProviderRegistry } from '../providers/provider-registry.js';
import type { CatalogueParts } from './assemble-catalogue.js';
import { curatedCatalogue } from './curated-catalogue.js';
import { ModelDiscovery } from './discovery/model-discovery.js';
import { shippedModels } from './shipped-catalogue.js';
import { ModelContributions } from './model-contributions.js';
import { ModelSettings } from './model-settings.js';

/** Collects the inputs of the catalogue: shipped rows, lists, decisions and opinions. */
@Injectable()
export class CatalogueInputs {
  constructor(
    private readonly registry: ProviderRegistry,
    private readonly contributions: ModelContributions,
    private readonly settings: ModelSettings,
    private readonly discovery: ModelDiscovery,
    private readonly learned: LearnedQuality,
    private readonly pooled: PooledQuality,
    private readonly findings: CapabilityFindings,
  ) {}

  /** The present inputs. */
  current(): CatalogueParts {
    return {
      providerIds: this.registry.all().map(({ id }) => id),
      modelsOf: (providerId) => this.modelsOf(providerId),
      pluginModels: this.contributions.models(),
      decisions: this.settings.current(),
      foundOn: (model) => this.findings.on(model),
      opinionsOf: (model) =>
        [this.learned.opinionOn(model), this.pooled.opinionOn(model)].filter(
          (opinion) => opinion !== null,
        ),
    };
  }

  private modelsOf(providerId: string): readonly ModelSpec[] {
    const provider = this.registry.find(providerId);
    const listed = provider === undefined ? null : this.discovery.modelsOf(provider);
    if (listed !== null) return listed;
    // Of a provider that cannot be called, only models with an opinion are listed.
    if (this.registry.isServed(providerId)) return shippedModels(providerId);
    return curatedCatalogue.filter((model) => model.providerId === providerId);
  }
}
