import type { DiscoveryReport, ModelSpec } from '../../protocol/records/models.js';
import { wireModelId } from '../providers/live/wire-model-id.js';

/**
 * True if a plugin names a model of a local runtime that the runtime does not list. Without a list
 * from the runtime the plugin is believed.
 */
export function isUnlisted(model: ModelSpec, report: DiscoveryReport | undefined): boolean {
  if (model.origin !== 'plugin' || report?.ok !== true) return false;
  const wireId = wireModelId(model.providerId, model.id);
  return !report.models.some(({ id }) => id === wireId || id === `${wireId}:latest`);
}
