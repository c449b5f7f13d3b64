import type { ModelHealthRecord } from '../../../protocol/records/models.js';
import { isFraction, isPlainObject } from '../../catalogue/plain-values.js';

/** Records from a cache file, which anyone may have edited; those that make no sense are left out. */
export function restoreRecords(saved: unknown): ModelHealthRecord[] {
  if (!Array.isArray(saved)) return [];
  return saved.filter(isPlainObject).flatMap((record) => {
    const { modelId, permaslug, uptime, endpointCount, healthyCount, at } = record;
    if (typeof modelId !== 'string' || typeof permaslug !== 'string') return [];
    if (uptime !== null && !isFraction(uptime)) return [];
    if (!isCount(endpointCount) || !isCount(healthyCount) || !isCount(at)) return [];
    return [{ modelId, permaslug, uptime, endpointCount, healthyCount, at }];
  });
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
