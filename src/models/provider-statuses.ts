import { Injectable } from '@nestjs/common';
import type { ModelSource } from '../protocol/records/enums.js';
import type { DiscoveryReport, ModelSpec, ProviderStatus } from '../protocol/records/models.js';
import { CatalogueRevision } from './catalogue/catalogue-revision.js';
import { ModelDiscovery } from './catalogue/discovery/model-discovery.js';
import { ModelCatalogue } from './catalogue/model-catalogue.js';
import type { ProviderDefinition } from './providers/provider-definition.js';
import { ProviderAvailability } from './signals/availability/provider-availability.js';
import { KeyRefusals } from './signals/availability/key-refusals.js';
import { ProviderRegistry } from './providers/provider-registry.js';

/** The status of every provider, computed once per catalogue revision. */
@Injectable()
export class ProviderStatuses {
  private statuses: { revision: number; list: readonly ProviderStatus[] } | null = null;

  constructor(
    private readonly catalogue: ModelCatalogue,
    private readonly registry: ProviderRegistry,
    private readonly discovery: ModelDiscovery,
    private readonly availability: ProviderAvailability,
    private readonly keys: KeyRefusals,
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
            this.keys.of(provider),
          ),
        );
      this.statuses = { revision: this.revision.current, list };
    }
    return this.statuses.list;
  }
}

/** A provider's status, given its last report. */
function providerStatus(
  provider: ProviderDefinition,
  models: readonly ModelSpec[],
  report: DiscoveryReport | undefined,
  /** Why it is unreachable; null if it is not. */
  absence: string | null,
  /** What it said when it refused the key in a call; null: it did not. */
  refusalInCall: string | null,
): ProviderStatus {
  const { id, label, configured, hint, pluginId, local } = provider;
  const modelSource = sourceOf(report);
  const keyRefusal = refusalInCall ?? (report?.keyRefused === true ? report.error : null);
  return {
    id,
    label,
    configured,
    ok: absence === null ? (report?.ok ?? null) : false,
    detail: absence ?? report?.error ?? null,
    hint: configured ? null : hint,
    modelCount: models.filter((model) => model.providerId === id).length,
    pluginId,
    modelSource,
    modelSourceDetail: modelSource === 'degraded' ? (report?.error ?? null) : null,
    local,
    discoveredAt: report?.ok === true ? report.at : null,
    ...(keyRefusal !== null && { keyRefusal }),
  };
}

function sourceOf(report: DiscoveryReport | undefined): ModelSource {
  if (report === undefined) return 'seed';
  return report.ok ? 'discovered' : 'degraded';
}
