import type { DiscoveryReport, ModelSpec } from '../../protocol/records/models.js';
import { wireModelId } from '../providers/live/wire-model-id.js';

/**
 * True for a model that a plugin says a runtime on this machine has, and that the runtime does not
 * list. One that has no list to show is believed.
 */
export function isUnlisted(model: ModelSpec, report: DiscoveryReport | undefined): boolean {
  if (model.origin !== 'plugin' || report?.ok !== true) return false;
  const wireId = wireModelId(model.providerId, model.id);
  return !report.models.some(({ id }) => id === wireId || id === `${wireId}:latest`);
}
