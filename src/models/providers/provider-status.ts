import type { DiscoveryReport, ModelSpec, ProviderStatus } from '../../protocol/records/models.js';
import type { ModelSource } from '../../protocol/records/enums.js';
import type { ProviderDefinition } from './provider-definition.js';

/** How a vendor stands, given what it said when it was last asked. */
export function providerStatus(
  provider: ProviderDefinition,
  models: readonly ModelSpec[],
  report: DiscoveryReport | undefined,
  /** Why it cannot be reached; null when nothing is wrong. */
  absence: string | null,
): ProviderStatus {
  const { id, label, configured, hint, pluginId, local } = provider;
  const modelSource = sourceOf(report);
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
  };
}

function sourceOf(report: DiscoveryReport | undefined): ModelSource {
  if (report === undefined) return 'seed';
  return report.ok ? 'discovered' : 'degraded';
}
