import { Injectable } from '@nestjs/common';
import type { ProviderStatus } from '../protocol/records/models.js';
import { CatalogueRevision } from './catalogue/catalogue-revision.js';
import { ModelDiscovery } from './catalogue/discovery/model-discovery.js';
import { ModelCatalogue } from './catalogue/model-catalogue.js';
import { ProviderAvailability } from './signals/availability/provider-availability.js';
import { ProviderRegistry } from './providers/provider-registry.js';
import { providerStatus } from './providers/provider-status.js';

/** The status of every provider, computed once per catalogue revision. */
@Injectable()
export class ProviderStatuses {
  private statuses: { revision: number; list: readonly ProviderStatus[] } | null = null;

  constructor(
    private readonly catalogue: ModelCatalogue,
    private readonly registry: ProviderRegistry,
    private readonly discovery: ModelDiscovery,
    private readonly availability: ProviderAvailability,
    private readonly revision: CatalogueRevision,
  ) {}

  /** In the interface's order; the same array until a change. */
  current(): readonly ProviderStatus[] {
    if (this.statuses?.revision !== this.revision.current) {
      const models = this.catalogue.all();
      const list = this.registry
        .all()
        .map((provider) =>
          providerStatus(
            provider,
            models,
            this.discovery.report(provider.id),
            this.availability.absence(provider.id),
          ),
        );
      this.statuses = { revision: this.revision.current, list };
    }
    return this.statuses.list;
  }
}
