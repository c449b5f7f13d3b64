import type { ModelHealthRecord } from '../../../protocol/records/models.js';
import { lookupTexts } from '../../../protocol/texts/models.js';
import { isPlainObject } from '../../catalogue/plain-values.js';
import type { PlainObject } from '../../catalogue/plain-values.js';

const mostEndpoints = 200;
const healthy = 0.9;

/** What OpenRouter reports of the places a model is served from (behaviour-engine.md 6.10). */
export function parseEndpoints(
  body: unknown,
): Pick<ModelHealthRecord, 'uptime' | 'endpointCount' | 'healthyCount'> {
  const endpoints = endpointsIn(body).slice(0, mostEndpoints).filter(isPlainObject);
  const uptimes = endpoints.map(uptimeOf).filter((uptime) => uptime !== null);
  return {
    uptime: uptimes.length === 0 ? null : Math.max(...uptimes),
    endpointCount: endpoints.length,
    healthyCount: uptimes.filter((uptime) => uptime >= healthy).length,
  };
}

/** @throws Error when the answer holds no list of endpoints */
function endpointsIn(body: unknown): readonly unknown[] {
  const data = isPlainObject(body) ? body['data'] : undefined;
  const endpoints = isPlainObject(data) ? data['endpoints'] : undefined;
  if (!Array.isArray(endpoints)) throw new Error(lookupTexts.noEndpoints);
  return endpoints;
}

/** The first of these periods that was measured; numbers above one are percentages. */
function uptimeOf(endpoint: PlainObject): number | null {
  const periods = ['uptime_last_30m', 'uptime_last_5m', 'uptime_last_1d'];
  const stated = periods.map((period) => endpoint[period]);
  const value = stated.find((uptime) => typeof uptime === 'number' && Number.isFinite(uptime));
  if (typeof value !== 'number') return null;
  return Math.min(1, Math.max(0, value > 1 ? value / 100 : value));
}
