import { z } from 'zod';
import type { ModelHealthRecord, ModelSpec } from '#protocol/records/models.js';
import { lookupTexts } from '#protocol/texts/models.js';
import { acceptedItems, anyList, lenient } from '#platform/text/foreign-fields.js';
import { wireModelId } from '../../providers/live/wire-model-id.js';

const mostEndpoints = 200;
const healthy = 0.9;

const period = lenient(z.number());

const endpointSchema = z.object({
  uptime_last_30m: period,
  uptime_last_5m: period,
  uptime_last_1d: period,
});

const endpointsSchema = acceptedItems(endpointSchema, mostEndpoints);

const answerSchema = z
  .object({ data: z.object({ endpoints: anyList }).catch({}) })
  .catch({ data: {} });

/** Parses OpenRouter's report on a model's endpoints. */
export function parseEndpoints(
  body: unknown,
): Pick<ModelHealthRecord, 'uptime' | 'endpointCount' | 'healthyCount'> {
  const endpoints = endpointsSchema.parse(endpointsIn(body));
  const uptimes = endpoints.map(uptimeOf).filter((uptime) => uptime !== null);
  return {
    uptime: uptimes.length === 0 ? null : Math.max(...uptimes),
    endpointCount: endpoints.length,
    healthyCount: uptimes.filter((uptime) => uptime >= healthy).length,
  };
}

/** @throws Error if the answer has no list of endpoints */
function endpointsIn(body: unknown): readonly unknown[] {
  const { endpoints } = answerSchema.parse(body).data;
  if (endpoints === undefined) throw new Error(lookupTexts.noEndpoints);
  return endpoints;
}

/** Uptime of the first measured period; numbers above one are percentages. */
function uptimeOf(endpoint: z.output<typeof endpointSchema>): number | null {
  const value = endpoint.uptime_last_30m ?? endpoint.uptime_last_5m ?? endpoint.uptime_last_1d;
  if (value === undefined) return null;
  return Math.min(1, Math.max(0, value > 1 ? value / 100 : value));
}

/** `<author>/<slug>` of a model on OpenRouter; null for others. */
export function permaslugOf({ providerId, id }: ModelSpec): string | null {
  const prefix = `${providerId}/`;
  const wireId = wireModelId(providerId, id);
  const bare = wireId.startsWith(prefix) ? wireId.slice(prefix.length) : wireId;
  return /^[^/]+\/[^/]+$/.test(bare) ? bare : null;
}

/** The URL of its endpoints' uptimes. */
export function endpointAddress(baseUrl: string, permaslug: string): string {
  const [author = '', slug = ''] = permaslug.split('/').map(encodeURIComponent);
  return `${baseUrl}/models/${author}/${slug}/endpoints`;
}

const count = z.number().nonnegative();

const records: z.ZodType<ModelHealthRecord[]> = acceptedItems(
  z.object({
    modelId: z.string(),
    permaslug: z.string(),
    uptime: z.number().min(0).max(1).nullable(),
    endpointCount: count,
    healthyCount: count,
    at: count,
  }),
);

/** Records from a cache file, which anyone may have edited; invalid ones are left out. */
export function restoreRecords(saved: unknown): ModelHealthRecord[] {
  return records.parse(saved);
}
