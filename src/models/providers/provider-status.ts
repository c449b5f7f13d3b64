import type { DiscoveryReport, ModelSpec, ProviderStatus } from '../../protocol/records/models.js';
import type { ModelSource } from '../../protocol/records/enums.js';
import type { ProviderDefinition } from './provider-definition.js';

/** A provider's status, given its last report. */
export function providerStatus(
  provider: ProviderDefinition,
  models: readonly ModelSpec[],
  report: DiscoveryReport | undefined,
  /** Why it is unreachable; null if it is not. */
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
