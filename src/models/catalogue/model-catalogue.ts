import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import type { ScopedLogger } from '../../platform/logging/office-logger.js';
import type { DiscoveryReport, ModelSpec } from '../../protocol/records/models.js';
import { providerTexts } from '../../protocol/texts/models.js';
import { CatalogueInputs } from './catalogue-inputs.js';
import { CatalogueRevision } from './catalogue-revision.js';
import { ProviderRegistry } from '../providers/provider-registry.js';
import { assembleCatalogue, orphanedModels } from './assemble-catalogue.js';
import type { CatalogueParts } from './assemble-catalogue.js';
import { converses } from './converses.js';
import { ModelDiscovery } from './discovery/model-discovery.js';
import { modelKey } from './model-key.js';
import { wireModelId } from '../providers/live/wire-model-id.js';

interface CatalogueView {
  readonly revision: number;
  readonly all: readonly ModelSpec[];
  readonly projected: readonly ModelSpec[];
  readonly routable: readonly ModelSpec[];
  readonly routableByKey: ReadonlyMap<string, ModelSpec>;
}

/**
 * The models as they are now, assembled on demand after a change: until the next change every call
 * returns the same arrays.
 */
@Injectable()
export class ModelCatalogue {
  private view: CatalogueView | null = null;
  private orphansNamed = '';
  private readonly logger: ScopedLogger;

  constructor(
    private readonly config: OfficeConfig,
    private readonly registry: ProviderRegistry,
    private readonly inputs: CatalogueInputs,
    private readonly discovery: ModelDiscovery,
    private readonly revision: CatalogueRevision,
    logger: OfficeLogger,
  ) {
    this.logger = logger.scope('models');
  }

  /** Complete specs, including disabled models. */
  all(): readonly ModelSpec[] {
    return this.current().all;
  }

  /** Like `all`, in the form of state frames. */
  projected(): readonly ModelSpec[] {
    return this.current().projected;
  }

  /**
   * Models that are enabled, can converse, belong to a configured provider (live mode), and are not
   * missing from a local runtime's list.
   */
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
    const parts = this.inputs.current();
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

  private isServed(model: ModelSpec): boolean {
    if (this.config.llm.mode === 'mock') return true;
    const provider = this.registry.find(model.providerId);
    if (provider?.configured !== true) return false;
    if (!converses(model.providerId, wireModelId(model.providerId, model.id))) return false;
    return !(provider.keyless && isUnlisted(model, this.discovery.report(model.providerId)));
  }

  /** Warns once per set of models that cannot be listed. */
  private nameOrphans(parts: CatalogueParts): void {
    const names = orphanedModels(parts).map(({ providerId, id }) => modelKey(providerId, id));
    const named = names.join(', ');
    if (named !== '' && named !== this.orphansNamed) {
      this.logger.warn(providerTexts.orphanedModels(names));
    }
    this.orphansNamed = named;
  }
}

/**
 * The form of state frames: opinions reduced to their sources, and without fields of complete specs
 * only.
 */
export function projectModel(model: ModelSpec): ModelSpec {
  const { price: _, source: __, input: ___, efforts: ____, ...shown } = model;
  if (shown.quality?.opinions === undefined) return shown;
  const { opinions, ...quality } = shown.quality;
  const sources = [...new Set(opinions.map(({ source }) => source))];
  return { ...shown, quality: { ...quality, sources } };
}

/**
 * True if a plugin names a model of a local runtime that the runtime does not list. Without a list
 * from the runtime the plugin is believed.
 */
export function isUnlisted(model: ModelSpec, report: DiscoveryReport | undefined): boolean {
  if (model.origin !== 'plugin' || report?.ok !== true) return false;
  const wireId = wireModelId(model.providerId, model.id);
  return !report.models.some(({ id }) => id === wireId || id === `${wireId}:latest`);
}
